import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fenced, reviewRequest } from '../../../src/core/act/review-request.ts';
import { cut, trajectoryOf, trajectoryValues } from '../../../src/core/act/trajectory.ts';
import type { ActRunEvent } from '../../../src/core/events/run-event.ts';
import type { Value } from '../../../src/core/model/value.ts';
import { call, Played, settings, started } from './act-parts.ts';

const textOf = (value: Value): string => ('text' in value ? value.text : `blob ${value.blob}`);
const told = (events: readonly ActRunEvent[], mostChars = 1e6): string => trajectoryOf(events, textOf, mostChars);

test('an act is told turn by turn, with its calls, what came of them, what people said, and how it ended', () => {
  const act = new Played();
  act.replies({ text: { text: 'I look.' }, calls: [call('execute_code', '{"code":"1"}'), call('notify', '{}')] });
  act.gives('result: 1');
  act.gives('no', { isError: true });
  act.tell({ type: 'said', text: 'hurry', by: 'ann', message: null });
  act.replies();
  act.replies();
  const text = told(act.events);
  expect(text).toBe(
    [
      '## The task\ncount the files',
      '[what the model was told by the system is left out]',
      '## Turn 1\nI look.\ncall execute_code: {"code":"1"}\ncall notify: {}',
      'result of execute_code:\nresult: 1',
      'failed of notify:\nno',
      '## A person said\nhurry',
      '## Turn 2\ntwelve',
      '## Turn 3\ntwelve',
      '## It ended: completed\ntwelve',
    ].join('\n\n'),
  );
  expect(trajectoryValues(act.events)).toHaveLength(9);
});

test('what stands between turns is told too', () => {
  const failure = { kind: 'refused', message: 'not that' } as const;
  const events: ActRunEvent[] = [
    started({ entrypoint: { name: 'total', args: { text: '{}' }, repairAttempts: 1 } }),
    { type: 'entrypoint.ended', op: 1, result: { ok: false, failure, told: { text: '' } }, output: { text: 'it broke' }, durationMs: 1 },
    {
      type: 'turn.ended',
      op: 2,
      digest: '',
      reply: { ok: false, failure },
      usage: { nanoUsd: 0, inputTokens: 0, outputTokens: 0, model: null },
      warnings: [],
      durationMs: 1,
    },
    { type: 'call.refused', turn: 1, call: 7, told: 'there is no such tool' },
    { type: 'tool.requested', op: 3, turn: 1, call: 7 },
    { type: 'tool.ended', op: 3, output: { text: 'a' }, isError: false, carriedOut: true, meaning: null, durationMs: 1 },
    { type: 'tool.ended', op: 4, output: { text: 'b' }, isError: false, carriedOut: true, meaning: null, durationMs: 1 },
    { type: 'clarification.asked', id: 1, op: 1, question: 'which?' },
    { type: 'clarification.answered', id: 1, text: 'both', by: 'ann', message: null },
    { type: 'clarification.asked', id: 5, op: 4, question: 'where?', within: { run: 'a.4', id: 2 } },
    { type: 'model.told', text: 'secret rules' },
    { type: 'notified', text: 'half way' },
    { type: 'act.ending', ending: { status: 'failed', outcome: 'failed', result: null, failure } },
    { type: 'act.ending', ending: { status: 'cancelled', outcome: 'cancelled', result: null, failure: null } },
  ];
  const text = told(events);
  for (const part of [
    'The stored function total was run\nit broke',
    '[the model failed: not that]',
    'a call was not carried out: there is no such tool',
    'result of :\na',
    'result of a call:\nb',
    'The model asked\nwhich?',
    'A person answered\nboth',
    'Act a.4 within it asked\nwhere?',
    '[a note of the system]',
    'let people know\nhalf way',
    'It ended: failed\nnot that',
    'It ended: cancelled\n',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('secret rules');
  expect(trajectoryValues(events)).toHaveLength(4);
});

test('a long result keeps its first 4,000 and last 1,000 characters; images go', () => {
  const long = `${'a'.repeat(4_000)}${'b'.repeat(500)}${'c'.repeat(1_000)}`;
  expect(cut(long)).toBe(`${'a'.repeat(4_000)}\n[500 characters are left out]\n${'c'.repeat(1_000)}`);
  expect(cut('x'.repeat(5_000))).toBe('x'.repeat(5_000));
  const image = 'A'.repeat(300);
  expect(cut(`see data:image/png;base64,${image}== here`)).toBe('see [an image is left out] here');
  expect(cut(`{"type":"image","data":"${image}"}`)).toBe('{[an image is left out]}');
  expect(cut(`{"data":"${image}","mimeType":"image/png"}`)).toBe('{[an image is left out],"mimeType":"image/png"}');
});

test('one that is too long keeps its task and what came last', () => {
  const act = new Played({ limits: { ...settings.limits, turns: 60 } });
  for (let at = 0; at < 20; at++) {
    act.replies({ text: { text: `turn-${at} ${'x'.repeat(200)}` }, calls: [call('execute_code', `{"code":"${at}"}`)] });
    act.gives(`result ${at}`);
  }
  const text = told(act.events, 2_000);
  expect(text).toContain('count the files');
  expect(text).toContain('result 19');
  expect(text).not.toContain('turn-8 ');
  expect(text).toMatch(/\[\d+ parts of the middle are left out\]/);
  expect(text.length).toBeLessThan(2_200);
});

test('no text closes the fence around it', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const lines = fenced(text).split('\n');
      const mark = lines[1] as string;
      expect(text).not.toContain(mark);
      expect(lines.at(-1)).toBe(mark);
      expect(fenced(text).split(mark)).toHaveLength(4);
    }),
  );
});

test('a line that occurs in the text is no fence: another one is made', () => {
  const again = fenced('a 3', (text) => `${text.length}`).split('\n');
  expect(again.slice(1)).toEqual(['4', 'a 3', '4']);
});

test.each([
  ['it ended', { ending: { outcome: 'failed' } as const }, 'An act has ended (failed). Its record follows.'],
  ['it has no ending', {}, 'An act has ended (completed).'],
  ['stopped with words', { stopReason: 'save "this"' }, 'said "save \\"this\\""'],
  ['stopped without', { stopReason: '' }, 'a person stopped it and said nothing'],
  ['instructions', { instructions: 'keep the query' }, 'What is wanted of this review:\nkeep the query'],
  ['a wish of the model', { focus: 'the login' }, '## What the model asked to be stored\nthe login'],
  ['earlier passes', { summaries: ['stored a', 'stored b'] }, 'has stored already\nstored b'],
])('the first message of a librarian: %s', (_, given, expected) => {
  const whole = { trajectory: 'T', ending: null, stopReason: null, instructions: null, focus: null, summaries: [], ...given };
  expect(reviewRequest(whole)).toContain(expected);
});
