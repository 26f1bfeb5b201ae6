import { expect, test } from 'vitest';
import { freshAct, noTotals } from '../../../src/core/act/act-state.ts';
import { evolveAct } from '../../../src/core/act/evolve-act.ts';
import { librarianPrompt } from '../../../src/core/act/librarian-prompt.ts';
import { finishing, reviewDue } from '../../../src/core/act/review-due.ts';
import { systemPrompt } from '../../../src/core/act/system-prompt.ts';
import type { ActEnding, ActSettings, StorageEnd } from '../../../src/core/events/act-event.ts';
import { call, Played, settings } from './act-parts.ts';

const turned = { ...noTotals, turns: 2 };
const ended = (outcome: ActEnding['outcome']): ActEnding => ({ status: 'succeeded', outcome, result: null, failure: null });
const context = { label: 'Refining', instructions: 'keep it', tools: null };
const plain = { label: 'Storing reusable skills', instructions: null };

test.each<[string, Partial<ActSettings>, ActEnding['outcome'], number, object | null]>([
  ['a success', {}, 'completed', 2, plain],
  ['a failure', {}, 'failed', 2, plain],
  ['a stop', {}, 'stopped', 2, plain],
  ['a used up budget', {}, 'budget', 2, plain],
  ['a cancelled act', {}, 'cancelled', 2, null],
  ['an act that may not store', { canStore: false }, 'completed', 2, null],
  ['a function that ran by itself', {}, 'completed', 0, null],
  ['a librarian', { role: 'librarian', canStore: true }, 'completed', 2, null],
  ['a task that asks for one', { canStore: false, reviewContext: context }, 'completed', 0, { label: 'Refining', instructions: 'keep it' }],
  ['one without a label', { reviewContext: { ...context, label: null } }, 'completed', 2, { ...plain, instructions: 'keep it' }],
  ['its failure', { reviewContext: context }, 'failed', 2, plain],
  ['its failure, without storing', { canStore: false, reviewContext: context }, 'failed', 2, null],
  ['its stop, without storing', { canStore: false, reviewContext: context }, 'stopped', 2, null],
])('which review %s has', (_, changes, outcome, turns, expected) => {
  expect(reviewDue({ ...settings, ...changes }, ended(outcome), { ...turned, turns })).toEqual(expected);
});

const end: StorageEnd = {
  outcome: 'stored',
  summary: 'kept it',
  set: 'a.9',
  changes: ['new function x'],
  spent: { calls: 2, unpricedCalls: 1, nanoUsd: 5, tokens: 7 },
};

test('an act is finished with its result, and the review comes behind it', () => {
  const act = new Played();
  act.replies();
  const events = finishing(act.state, 9, 'a.9');
  expect(events).toMatchObject([
    { type: 'phase.entered', phase: 'review', label: 'Storing reusable skills' },
    { type: 'review.requested', op: 9, reviewer: 'a.9' },
    { type: 'act.finished', review: 'a.9' },
  ]);
  act.tell(...events);
  expect(act.state.phase).toBe('review');
  expect(act.tell({ type: 'review.ended', op: 9, ...end })).toEqual([]);
  expect(act.state.phase).toBe('done');
});

test('a review that nobody can do is skipped; one that is not due leaves nothing', () => {
  const act = new Played();
  act.replies();
  expect(finishing(act.state, 9, null).map(({ type }) => type)).toEqual(['review.requested', 'review.ended', 'act.finished']);
  const other = new Played({ canStore: false });
  other.replies();
  expect(finishing(other.state, 9, 'a.9').map(({ type }) => type)).toEqual(['act.finished']);
  other.tell(...finishing(other.state, 9, 'a.9'));
  expect(other.state.phase).toBe('done');
  expect(() => finishing(freshAct, 1, null)).toThrow('no ending');
});

test('a pass beside the act has tools while it goes on; what it takes counts in the end, and is not of the budget', () => {
  const act = new Played({ limits: { ...settings.limits, nanoUsd: 100 } });
  act.replies({ calls: [call('execute_code', '{}')] });
  act.tell({ type: 'storage.begun', op: 9, pass: 'a.9', label: 'Proactive skill storage', request: 'this' });
  act.gives();
  expect(act.events.at(-1)).toMatchObject({ tools: ['execute_code', 'notify', 'ask_a_9', 'interject_a_9', 'stop_a_9'] });
  act.tell({ type: 'storage.ended', pass: 'a.9', ...end, spent: { ...end.spent, nanoUsd: 500 } });
  act.replies();
  expect(act.state.ending?.status).toBe('succeeded');
  expect(act.state.summaries).toEqual(['kept it']);
  expect(finishing(act.state, 9, null).at(-1)).toMatchObject({ totals: { nanoUsd: 520, calls: 4, unpricedCalls: 1, tokens: 27 } });
});

/** A librarian that has set down an edit, and gives its summary. */
function staged(): Played {
  const act = new Played({ role: 'librarian', canStore: false });
  act.replies({ calls: [call('execute_code', '{}')] });
  const { op } = act.wanted;
  const meaning = { kind: 'staged', edit: { text: '{}' } } as const;
  act.tell({ type: 'tool.ended', op, output: { text: 'noted' }, isError: false, carriedOut: true, meaning, durationMs: 1 });
  act.replies();
  return act;
}

test('what a librarian has set down is carried out when it has given its summary', () => {
  const act = staged();
  expect(act.wanted.type).toBe('edits.requested');
  act.tell({ type: 'edits.ended', op: act.wanted.op, result: { ok: true, set: 'a.9', changes: ['new function x'] } });
  expect(act.state.applied).toEqual({ set: 'a.9', changes: ['new function x'] });
  expect(act.state.ending).toMatchObject({ outcome: 'completed', result: { text: 'twelve' } });
});

test('what stands against it is told once, and what it has set down otherwise stays; the second time nothing is stored', () => {
  const act = staged();
  act.tell({ type: 'edits.ended', op: act.wanted.op, result: { ok: false, told: 'it has changed', dropped: [] } });
  expect(act.wanted.type).toBe('turn.requested');
  expect(act.state.entries.at(-1)).toEqual({ kind: 'said', text: { text: 'it has changed' } });
  act.replies();
  act.tell({ type: 'edits.ended', op: act.wanted.op, result: { ok: false, told: 'again', dropped: [0] } });
  expect(act.state.staged).toEqual([]);
  expect(act.state.ending).toMatchObject({ outcome: 'stuck' });
});

test('a librarian has a prompt of its own, whatever the act was; an act is told of storing where it can', () => {
  const prompted = { primitives: [], functions: [], settings };
  expect(systemPrompt({ ...prompted, settings: { ...settings, role: 'librarian', guidelines: 'store this' } })).toBe(librarianPrompt);
  expect(systemPrompt({ ...prompted, canStore: true })).toContain('call store_skills');
  expect(systemPrompt(prompted)).not.toContain('store_skills');
  expect(evolveAct(freshAct, { type: 'phase.entered', phase: 'review', label: 'x' }).phase).toBe('review');
});
