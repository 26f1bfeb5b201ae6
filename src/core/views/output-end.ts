import type { Value } from '../model/value.ts';
import { maskShapes } from '../secrets/live-shapes.ts';

/** How an output ends that says how its program ended (`endLine`): known already to whoever shows it. */
const closing = /^(?:exit code: \d+|cancelled)$/;

/** The last line that is not blank, without the closing "exit code: N"; '' for a value that is not at hand. */
export const lastLine = (value: Value): string => ('text' in value ? (lastLines(value.text, 1)[0]?.trim() ?? '') : '');

/** No end of an output that is shown is longer. */
const lookedAtChars = 64 * 1024;

/**
 * The last lines of a text, at most so many, without the closing "exit code: N" and without blank lines before and after them, and without what
 * looks like a live credential: it is stored, for steps that compute with it, but need not stand on a screen.
 */
export function lastLines(text: string, count: number): string[] {
  const lines = `${text.slice(0, -lookedAtChars)}${maskShapes(text.slice(-lookedAtChars))}`.trimEnd().split('\n');
  if (closing.test(lines.at(-1) as string)) lines.pop();
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  const last = lines.slice(-count);
  while (last.length > 0 && last[0]?.trim() === '') last.shift();
  return last;
}
