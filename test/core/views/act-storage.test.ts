import { expect, test } from 'vitest';
import type { StorageEnd } from '../../../src/core/events/act-event.ts';
import type { ActRunEvent } from '../../../src/core/events/run-event.ts';
import { ActLines } from '../../../src/core/views/act-lines.ts';
import { summaryOf } from '../../../src/core/views/summarize.ts';
import { started } from '../act/act-parts.ts';

const end = (outcome: StorageEnd['outcome'], nanoUsd = 5): StorageEnd => ({
  outcome,
  summary: 'in its words',
  set: null,
  changes: outcome === 'stored' ? ['new function a', 'new guidance "b"'] : [],
  spent: { calls: 2, unpricedCalls: 0, nanoUsd, tokens: 7 },
});
const ending = { status: 'succeeded', outcome: 'completed', result: { text: 'x' }, failure: null } as const;
const totals = { turns: 1, toolCalls: 0, effects: 0, calls: 1, nanoUsd: 1, unpricedCalls: 0, tokens: 1 };

const events: ActRunEvent[] = [
  started(),
  { type: 'phase.entered', phase: 'doing', label: 'Working' },
  { type: 'storage.begun', op: 3, pass: 'a.3', label: 'Proactive skill storage', request: 'the login' },
  { type: 'storage.begun', op: 4, pass: 'a.4', label: 'Proactive skill storage', request: 'the logout' },
  { type: 'storage.ended', pass: 'a.3', ...end('stored') },
  { type: 'phase.entered', phase: 'review', label: 'Storing reusable skills' },
  { type: 'review.requested', op: 9, reviewer: 'a.9', label: 'Storing reusable skills', instructions: null },
  { type: 'act.finished', ending, totals, review: 'a.9' },
  { type: 'warning', step: '', message: 'nothing was stored' },
  { type: 'review.ended', op: 9, ...end('failed') },
];
const summaryUpTo = (count: number) =>
  summaryOf(events.slice(0, count).map((event, seq) => ({ v: 1, run: 'a', seq, epoch: 1, atMs: seq, event })));

test('an act has its end with its result; librarians are its children, with what came of them and what they cost', () => {
  const inReview = summaryUpTo(8);
  expect(inReview).toMatchObject({ ending: { status: 'succeeded' }, act: { phase: 'review' }, cost: { calls: 2, nanoUsd: 5 } });
  expect(inReview.act?.storage).toMatchObject([
    { run: 'a.3', label: 'Proactive skill storage', end: { outcome: 'stored' } },
    { run: 'a.4', end: null },
    { run: 'a.9', label: 'Storing reusable skills', end: null },
  ]);
  const after = summaryUpTo(10);
  expect(after).toMatchObject({ act: { phase: 'done' }, cost: { calls: 4, nanoUsd: 10 } });
  expect(after.lastAtMs).toBe(7);
  expect(after.act?.storage[2]).toMatchObject({ end: { outcome: 'failed' } });
});

test('an act that is not reviewed is done with its end; edits of a librarian say nothing by themselves', () => {
  const one = (event: ActRunEvent) =>
    summaryOf([
      { v: 1, run: 'a', seq: 0, epoch: 1, atMs: 0, event: started() },
      { v: 1, run: 'a', seq: 1, epoch: 1, atMs: 1, event },
    ]);
  expect(one({ type: 'act.finished', ending, totals }).act?.phase).toBe('done');
  expect(one({ type: 'edits.requested', op: 1 }).act?.storage).toEqual([]);
  expect(one({ type: 'edits.ended', op: 1, result: { ok: true, set: 'a', changes: [] } }).act?.storage).toEqual([]);
});

test('what is stored is a line of the act; what came to nothing is none, and of a failure the warning says why', () => {
  const lines = new ActLines();
  expect(events.flatMap((event) => lines.of(event)).map(({ text }) => text)).toEqual([
    'Proactive skill storage',
    'Proactive skill storage',
    'stored: new function a, new guidance "b"',
    'Storing reusable skills',
    'nothing was stored',
  ]);
  for (const outcome of ['nothing', 'skipped', 'stopped'] as const)
    expect(lines.of({ type: 'review.ended', op: 9, ...end(outcome) })).toEqual([]);
  expect(lines.of({ type: 'edits.requested', op: 1 })).toEqual([]);
});
