import type { RunEvent } from '../core/events/run-event.ts';

/** An event that carries a text, for tests of what keeps events. */
export const textEvent = (text: string): RunEvent => ({ type: 'warning', step: 'sample', message: text });

/** `count` events that can be told apart: their texts are `name 0`, `name 1`, … */
export const textEvents = (name: string, count: number): RunEvent[] =>
  Array.from({ length: count }, (_, index) => textEvent(`${name} ${index}`));

/** Texts that encodings and databases have been seen to change. */
export const awkwardTexts: readonly string[] = [
  '',
  'two\nlines\r\n',
  'a NUL \u0000 within',
  '\ufeffa byte order mark',
  'half a pair \ud83d alone',
  'line separators \u2028 and \u2029',
  `quotes ' " \` \\ %s ? :name`,
  'Grüße, 文字, 🦀, e\u0301',
  'x'.repeat(64 * 1024),
];
