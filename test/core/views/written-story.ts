import type { RunEvent } from '../../../src/core/events/run-event.ts';
import { done, snapshot } from './written-run.ts';

const findings = { unmet: null, until: false, branch: null, misshapen: null };

/** The same events, of one item of a step. */
export const ofItem = (item: number, events: readonly RunEvent[]): RunEvent[] =>
  events.map((event) => ('step' in event && 'item' in event ? { ...event, item } : event));

/** The same events, in an iteration. */
export const inIteration = (iteration: number, events: readonly RunEvent[]): RunEvent[] =>
  events.map((event) => ('iteration' in event ? { ...event, iteration } : event));

/** A `foreach` with these items, begun and listed. */
export const over = (op: number, step: string, items: readonly string[], width = 1): RunEvent[] => [
  { type: 'step.started', step, item: 0, kind: 'foreach', width },
  { type: 'items.requested', op, step, item: 0, iteration: 0 },
  { type: 'items.listed', op, items: items.map((text) => ({ text })) },
];

export const wait = (op: number, step: string, why: string, notBeforeMs: number | null = null): RunEvent[] => [
  { type: 'wait.requested', op, step, item: 0, iteration: 0, forMs: 2000, notBeforeMs, why },
  { type: 'wait.ended', op },
];

export const measured = (op: number, step: string, number: number | null, iteration: number): RunEvent[] =>
  inIteration(iteration, done.gate(op, step, 0, `${number}`)).map((event) =>
    event.type === 'gate.ended' ? { ...event, measured: number } : event,
  );

export const asked = (op: number, step: string, question: string): RunEvent => ({
  type: 'approval.requested',
  op,
  step,
  item: 0,
  iteration: 0,
  question,
});

export const answered = (op: number, approved: boolean, words: string): RunEvent => ({
  type: 'approval.given',
  op,
  approved,
  words,
  by: 'ann',
  output: { text: approved ? 'approved' : 'rejected' },
  findings,
});

export const totals = { kept: 1, undone: 0, failed: 0, calls: 2, nanoUsd: 7, unpricedCalls: 1, tokens: 9, commits: 0 };

export const within = (op: number, step: string, ending: 'succeeded' | null = 'succeeded'): RunEvent[] => [
  { type: 'workflow.requested', op, step, item: 0, iteration: 0, child: `${op}`, file: 'inner.yml' },
  {
    type: 'workflow.ended',
    op,
    ending: ending && { status: ending, outcome: 'completed', error: null },
    error: ending === null ? 'it is not there' : null,
    output: { text: 'told' },
    tip: null,
    totals,
    findings,
    durationMs: 300,
  },
];

export const tree = (op: number, step: string, warnings: readonly string[]): RunEvent[] => [
  { type: 'tree.requested', op, step, item: 0, iteration: 0, from: snapshot('base'), name: 'tree' },
  { type: 'tree.made', op, warnings },
];

export const merge = (op: number, step: string, conflicts: readonly string[] = []): RunEvent[] => [
  {
    type: 'merge.requested',
    op,
    step,
    item: 0,
    iteration: 0,
    tree: 'tree',
    base: snapshot('base'),
    theirs: snapshot('theirs'),
    ours: snapshot('ours'),
    name: 'merged',
  },
  { type: 'merge.made', op, merged: conflicts.length > 0 ? null : snapshot('merged'), conflicts },
];

/** The work tree is made the merged one, or what was under way is put back only to begin again. */
export const restored = (op: number, step: string, because: 'merged' | 'again', paths: number): RunEvent[] => [
  {
    type: 'restore.requested',
    op,
    step,
    item: 0,
    iteration: 0,
    to: snapshot('to'),
    left: snapshot('left'),
    because:
      because === 'merged' ? { verdict: 'merged', commit: true } : { verdict: 'again', reason: 'interrupted', from: 'work', wait: null },
  },
  { type: 'restore.done', op, report: { paths, notes: [] } },
];
