import { expect, test } from 'vitest';
import { decide } from '../../../src/core/engine/decide.ts';
import { evolve } from '../../../src/core/engine/evolve.ts';
import { procedureOf } from '../../../src/core/engine/procedure.ts';
import { initialState } from '../../../src/core/engine/state.ts';
import type { Intent, Outcome, WorkflowEvent } from '../../../src/core/events/event.ts';
import type { Snapshot } from '../../../src/core/events/event-parts.ts';
import { play } from './played-run.ts';
import { command, loop, parallel, prompt, workflowOf } from './workflow-parts.ts';

const workflow = workflowOf([command('c'), prompt('p'), loop('l', {}), parallel('g', 'c')]);
const [start] = play(workflow).events as [WorkflowEvent];
const at = { op: 1, step: 'p', item: 0, iteration: 0 };
const snapshot: Snapshot = { id: 's', tree: 't', head: null, ref: 'refs/pawl/r/s' };
const plan = {
  commit: 'c',
  tree: 't',
  parent: null,
  ref: null,
  subject: 's',
  paths: 1,
  insertions: 0,
  deletions: 0,
  alsoYours: [],
  discarded: [],
};
const because = { verdict: 'failed', reason: 'x', fatal: true } as const;
const ran = { op: 1, end: { kind: 'exit', code: 0 }, output: { text: '' }, cutBytes: 0, durationMs: 0 } as const;
const findings = { unmet: null, until: false, branch: null, misshapen: null };
const totals = { kept: 0, undone: 0, failed: 0, calls: 0, nanoUsd: 0, unpricedCalls: 0, tokens: 0, commits: 0 };
const usage = { nanoUsd: null, inputTokens: null, outputTokens: null, model: null };

const replied: Outcome = {
  type: 'prompt.ended',
  op: 1,
  prompt: { text: '' },
  reply: { ok: true, text: { text: '' } },
  usage,
  findings,
  warnings: [],
  durationMs: 0,
};

const pairs: readonly (readonly [Intent, Outcome])[] = [
  [
    { type: 'snapshot.requested', purpose: 'before', name: 's', because: null, ...at },
    { type: 'snapshot.taken', op: 1, snapshot, warnings: [] },
  ],
  [
    { type: 'command.requested', attempt: 1, ...at },
    { type: 'command.ended', ...ran, findings },
  ],
  [{ type: 'prompt.requested', attempt: 1, model: null, complaint: null, ...at }, replied],
  [
    { type: 'gate.requested', attempt: 1, answered: null, ...at },
    { type: 'gate.ended', ...ran, measured: null },
  ],
  [
    { type: 'plan.requested', before: snapshot, after: snapshot, subject: 's', ...at },
    { type: 'plan.made', op: 1, plan: null },
  ],
  [
    { type: 'commit.requested', before: snapshot, plan, ...at },
    { type: 'commit.made', op: 1, commit: 'c', warnings: [] },
  ],
  [
    { type: 'restore.requested', to: snapshot, left: snapshot, because, ...at },
    { type: 'restore.done', op: 1, report: { paths: 0, notes: [] } },
  ],
  [
    { type: 'wait.requested', forMs: 1, notBeforeMs: null, why: '', ...at },
    { type: 'wait.ended', op: 1 },
  ],
  [
    { type: 'approval.requested', question: '?', ...at },
    { type: 'approval.given', op: 1, approved: true, words: '', by: 'ann', output: { text: '' }, findings },
  ],
  [
    { type: 'items.requested', ...at },
    { type: 'items.listed', op: 1, items: [] },
  ],
  [
    { type: 'gather.requested', ...at },
    { type: 'gathered', op: 1, output: { text: '' }, findings },
  ],
  [
    { type: 'tree.requested', from: snapshot, name: 't', ...at },
    { type: 'tree.made', op: 1, warnings: [] },
  ],
  [
    { type: 'merge.requested', tree: 't', base: snapshot, theirs: snapshot, ours: snapshot, name: 'm', ...at },
    { type: 'merge.made', op: 1, merged: null, conflicts: ['x'] },
  ],
  [
    { type: 'workflow.requested', child: '1', file: 'x.yml', ...at },
    { type: 'workflow.ended', op: 1, ending: null, error: '', output: null, tip: null, totals, findings, durationMs: 0 },
  ],
];

const fold = (...events: WorkflowEvent[]) => events.reduce(evolve, initialState);

test.each(pairs.flatMap(([intent], row) => pairs.flatMap(([, outcome], column) => (row === column ? [] : [[intent, outcome] as const]))))(
  'a journal that answers $type with $type is refused',
  (intent, outcome) => {
    expect(() => fold(start, intent, outcome)).toThrow(`the journal answers operation 1 (${intent.type}) with ${outcome.type}`);
  },
);

test('a journal in which the workspace failed at what does not touch it is refused', () => {
  const failed: WorkflowEvent = { type: 'workspace.failed', op: 1, failure: { kind: 'io', message: 'x' } };
  const refused = pairs
    .map(([intent]) => intent)
    .filter((intent) => {
      try {
        fold(start, intent, failed);
        return false;
      } catch (error) {
        expect(String(error)).toContain(`the journal answers operation 1 (${intent.type}) with workspace.failed`);
        return true;
      }
    });
  expect(refused.map(({ type }) => type)).toEqual([
    'command.requested',
    'prompt.requested',
    'gate.requested',
    'wait.requested',
    'workflow.requested',
  ]);
});

test('an outcome of what is not under way is refused', () => {
  const [[intent, outcome]] = pairs as [(typeof pairs)[number]];
  const words = 'the journal has an outcome (snapshot.taken) for operation 1, which is not under way';
  expect(() => fold(start, outcome)).toThrow(words);
  expect(() => fold(start, intent, outcome, outcome)).toThrow(words);
});

test('a state that is left without a reason is refused', () => {
  const left: Intent = { type: 'snapshot.requested', purpose: 'left', name: 's', because: null, ...at };
  expect(() => fold(start, left, { type: 'snapshot.taken', op: 1, snapshot, warnings: [] })).toThrow(
    'the journal does not say why operation 1 leaves a state',
  );
});

const taken: WorkflowEvent = { type: 'snapshot.taken', op: 1, snapshot, warnings: [] };
const snap = (purpose: 'start' | 'after' | 'left', step: string): Intent => ({
  type: 'snapshot.requested',
  purpose,
  name: 's',
  because: purpose === 'left' ? because : null,
  op: 1,
  step,
  item: 0,
  iteration: 0,
});
const began = (step: string, kind: 'command' | 'prompt' | 'loop'): WorkflowEvent => ({
  type: 'step.started',
  step,
  item: 0,
  kind,
  group: null,
});
const stale: WorkflowEvent[] = [
  start,
  snap('start', ''),
  taken,
  { type: 'command.requested', attempt: 1, op: 1, step: '', item: 0, iteration: 0 },
];

test.each<[string, WorkflowEvent[], string]>([
  ['a step that is not in the workflow', [start, snap('start', ''), taken, began('x', 'prompt')], 'the journal names the step "x"'],
  [
    'the end of a step that is not in the workflow',
    [
      start,
      snap('start', ''),
      taken,
      { type: 'step.finished', step: 'x', item: 0, group: null, result: { ok: true, output: null, outcome: 'completed' } },
    ],
    'the journal names the step "x"',
  ],
  [
    'a parallel step as a plain one',
    [start, snap('start', ''), taken, began('g', 'prompt')],
    'the parallel step "g" has no frame of its own',
  ],
  ['a plain step as a loop', [start, snap('start', ''), taken, began('p', 'loop')], 'the step "p" was started as a loop and is none'],
  [
    "a command's end for a prompt step",
    [
      start,
      snap('start', ''),
      taken,
      began('p', 'prompt'),
      { type: 'command.requested', attempt: 1, ...at },
      { type: 'command.ended', ...ran, findings },
    ],
    'the journal has a command\'s end for the prompt step "p"',
  ],
  [
    'an iteration to keep without the state before it',
    [...stale, began('l', 'prompt'), snap('after', 'l'), taken],
    'l is to be committed or put back, and the journal has no state before it',
  ],
  [
    'an attempt to put back without the state before it',
    [...stale, began('l', 'prompt'), snap('left', 'l'), taken],
    'l is to be committed or put back, and the journal has no state before it',
  ],
  [
    'a group in a group',
    [start, snap('start', ''), taken, { type: 'step.started', step: 'g', item: 0, kind: 'parallel', children: ['g'] }],
    'the parallel step "g" has a parallel child, which validation refuses',
  ],
])('a journal with %s stops the engine', (_, events, words) => {
  expect(() => decide(procedureOf(workflow), fold(...events))).toThrow(words);
});

test('nothing is decided before the run is started', () => {
  expect(decide(procedureOf(workflow), initialState)).toEqual([]);
});

test('what a person does with a finished run changes nothing in it', () => {
  const { state } = play(workflowOf([prompt('p')]));
  expect(evolve(state, { type: 'run.applied', commit: 'c', said: 'x' })).toBe(state);
  expect(evolve(state, { type: 'run.undone', left: snapshot })).toBe(state);
});

test('a journal that merges what has no work tree of its own is refused', () => {
  const theirs: Intent = { type: 'snapshot.requested', purpose: 'theirs', name: 's', because: null, ...at };
  const events: WorkflowEvent[] = [start, snap('start', ''), taken, began('p', 'prompt'), theirs];
  expect(() => fold(...events, { type: 'snapshot.taken', op: 1, snapshot, warnings: [] })).toThrow(
    'p has no work tree of its own that could be merged',
  );
});

test('a reply for a command step is refused', () => {
  const intent: Intent = { type: 'prompt.requested', attempt: 1, model: null, complaint: null, ...at, step: 'c' };
  const events: WorkflowEvent[] = [start, snap('start', ''), taken, began('c', 'command'), intent, replied];
  expect(() => decide(procedureOf(workflow), fold(...events))).toThrow('the journal has a reply for the command step "c"');
});
