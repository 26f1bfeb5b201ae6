import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/core/events/run-event.ts';
import { summaryOf } from '../../../src/core/views/summarize.ts';
import { began, completed, done, failed, place, plan, snapshot, started, stored } from './written-run.ts';

const tree: RunEvent[] = [
  { type: 'tree.requested', op: 2, step: 'a', item: 0, iteration: 0, from: snapshot('s1'), name: '2-a-tree' },
  { type: 'tree.made', op: 2, warnings: [] },
];
const own = (op: number, purpose: 'before' | 'theirs' | 'ours'): RunEvent[] => done.snapshot(op, purpose, 'a');
const opened = [started, ...done.snapshot(1, 'start'), began('a', 'loop'), ...tree];
const summed = (...events: RunEvent[]) => summaryOf(stored([...opened, ...events]));

test("what is recorded, put back or committed in a work tree of its own is not the state of the user's", () => {
  const { end, tip } = summed(...own(3, 'before'), ...done.commit(4, 'a'), ...done.restore(5, 'a', 1), ...own(6, 'theirs'));
  expect([end?.id, tip]).toEqual(['s1', null]);
});

test('where its changes come in they are', () => {
  const { end, tip } = summed(...own(3, 'theirs'), ...own(4, 'ours'), ...done.commit(5, 'a'), completed('a', 'x'));
  expect([end?.id, tip]).toEqual(['s4', { commit: plan.commit, ref: plan.ref }]);
});

test("where they conflict, what comes after is the user's again", () => {
  const { end, apart } = summed(...own(3, 'theirs'), failed('a', 'conflict'), ...done.snapshot(4, 'end'));
  expect([end?.id, apart.size]).toEqual(['s4', 0]);
});

test('the last commit may be that of a run within the run', () => {
  const totals = { kept: 1, undone: 0, failed: 0, calls: 0, nanoUsd: 0, unpricedCalls: 0, tokens: 0, commits: 1 };
  const inner = (tip: { commit: string; ref: string | null } | null): RunEvent[] => [
    { type: 'workflow.requested', op: 3, step: 'i', item: 0, iteration: 0, child: '3', file: 'in.yml' },
    {
      type: 'workflow.ended',
      op: 3,
      ending: { status: 'succeeded', outcome: 'completed', error: null },
      error: null,
      output: null,
      tip,
      totals,
      findings: { unmet: null, until: false, branch: null, misshapen: null },
      durationMs: 1,
    },
  ];
  const run = (tip: { commit: string; ref: string | null } | null) =>
    summaryOf(
      stored([started, ...done.commit(1, 'a'), { type: 'step.started', step: 'i', item: 0, kind: 'workflow', group: null }, ...inner(tip)]),
    );
  expect(run({ commit: 'c9', ref: place.branch }).tip).toEqual({ commit: 'c9', ref: 'main' });
  expect(run(null).tip?.commit).toBe(plan.commit);
});
