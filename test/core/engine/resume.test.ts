import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Workflow } from '../../../src/core/workflow/workflow.ts';
import { exits, fails, says } from './answers.ts';
import { type PlayedRun, play, type Scene } from './played-run.ts';
import { anyScene, anyWorkflow } from './random-runs.ts';
import { asked, concluded, ending, finishedOf } from './told.ts';
import { approve, command, each, inner, loop, parallel, prompt, workflowOf } from './workflow-parts.ts';

/** Whoever drives it is gone while something of this name is under way; what is asked from then on, the same once more first. */
function resumedDuring(workflow: Workflow, what: string, scene: Scene = {}): { run: PlayedRun; rest: string[] } {
  for (let crashAfter = 0; crashAfter < 100; crashAfter++) {
    const run = play(workflow, { ...scene, crashAfter: [crashAfter] });
    const at = run.events.findIndex(({ type }) => type === 'resumed');
    if (at < 0) break;
    if (asked({ ...run, events: run.events.slice(0, at) }).at(-1) === what)
      return { run, rest: asked({ ...run, events: run.events.slice(at) }) };
  }
  throw new Error(`${what} is never under way`);
}

const isolated = true;
const fix = workflowOf([prompt('write'), loop('fix', { max: 1, gate: 'test' }), command('after')]);
const redo = (step: string) => [`${step} left`, `${step} restore`];

test.each<[string, Workflow, string, string[]]>([
  ['the state before the run', fix, 'start', ['start', 'write']],
  ['a call: what it left is put back, and it is made again', fix, 'write', [...redo('write'), 'write', 'fix before']],
  ['the state before an iteration', fix, 'fix before', ['fix before', 'fix']],
  ['the state that the gate judges', fix, 'fix answered', ['fix answered', 'fix gate']],
  ['a gate: what it judged is put back, and it alone runs again', fix, 'fix gate', [...redo('fix'), 'fix gate', 'fix after']],
  ['the state of a kept iteration', fix, 'fix after', ['fix after', 'fix plan']],
  ['the plan of a commit', fix, 'fix plan', ['fix plan', 'fix commit']],
  ['a commit', fix, 'fix commit', ['fix commit', 'after']],
  ['a command: it runs again on the tree as it stands', fix, 'after', ['after', 'end']],
  ['the state after the run', fix, 'end', ['end']],
  ['an approval', workflowOf([approve('ok')]), 'ok approval', ['ok approval']],
  ['a workflow within', workflowOf([inner('i')]), 'i workflow', ['i workflow', 'end']],
  ['a command that asked for a snapshot', workflowOf([command('c', { snapshot: true })]), 'c', [...redo('c'), 'c', 'end']],
  ['the items of a step', workflowOf([prompt('a', { foreach: each() })]), 'a items', ['a items', 'a before', 'a']],
  ['what they gave together', workflowOf([prompt('a', { foreach: each() })]), 'a gather', ['a gather']],
  ['a tree of its own', workflowOf([prompt('a', { isolated })]), 'a tree', ['a tree', 'a before']],
  ['a call in it', workflowOf([prompt('a', { isolated })]), 'a', [...redo('a'), 'a', 'a theirs']],
  ['the state of it', workflowOf([prompt('a', { isolated })]), 'a theirs', ['a theirs', 'a ours', 'a merge']],
  ['a merge', workflowOf([prompt('a', { isolated })]), 'a merge', ['a ours', 'a merge', 'a restore']],
  ['its coming in', workflowOf([prompt('a', { isolated })]), 'a restore', ['a left', 'a restore', 'end']],
])('taken up again in the midst of %s', (_, workflow, what, then) => {
  const { run, rest } = resumedDuring(workflow, what, { items: ['x'] });
  expect(rest.slice(0, then.length)).toEqual(then);
  expect(ending(run)).toBe('succeeded completed');
});

const undoing = { script: { 'fix gate': [exits(1)] } };
const merging = workflowOf([loop('a', { max: 1, gate: 'test' }, { isolated })]);
const leftOf = ({ events }: PlayedRun) =>
  events.flatMap((event) => (event.type === 'restore.requested' ? [{ to: event.to.ref, left: event.left.ref }] : []));

test('a put-back that was interrupted is done again from how the work tree is found then', () => {
  const { run, rest } = resumedDuring(fix, 'fix restore', undoing);
  expect(rest.slice(0, 2)).toEqual(['fix left', 'fix restore']);
  const [first, second] = leftOf(run);
  expect(second?.to).toBe(first?.to);
  expect([first?.left, second?.left]).toEqual(['refs/pawl/r/try-1', 'refs/pawl/r/try-2']);
  expect(concluded(run)).toContain('fix 1 undone: gate exit code 1');
});

test('merged changes whose coming in was interrupted, however often, come in and are committed whole', () => {
  const undisturbed = play(merging);
  const at = undisturbed.events.filter(({ type }) => /\.(made|ended|taken|done)$/.test(type)).length;
  const mergedIn = (run: PlayedRun) => run.events.findLast((event) => event.type === 'plan.requested');
  const restores = resumedDuring(merging, 'a restore');
  expect(restores.rest.slice(0, 4)).toEqual(['a left', 'a restore', 'a plan', 'a commit']);
  expect(mergedIn(restores.run)).toMatchObject({ before: { ref: (mergedIn(undisturbed) as { before: { ref: string } }).before.ref } });
  for (let crash = 0; crash < at; crash++) {
    const run = play(merging, { crashAfter: [crash, crash + 2, crash + 4] });
    expect(ending(run)).toBe('succeeded completed');
    expect(run.folder.text.replace(/\d+/g, 'n')).toBe(undisturbed.folder.text.replace(/\d+/g, 'n'));
  }
});

test('a call that was interrupted counts, without a price: what it cost nobody knows', () => {
  const { run } = resumedDuring(fix, 'write', { script: { write: [says('x', { usd: 1 })] } });
  expect(finishedOf(run.events).totals).toMatchObject({ calls: 3, nanoUsd: 1e9, unpricedCalls: 1 });
});

test('what runs again is told so', () => {
  const { run } = resumedDuring(fix, 'after');
  expect(run.events.flatMap((event) => (event.type === 'command.requested' ? [event.attempt] : []))).toEqual([1, 2]);
  const gate = resumedDuring(fix, 'fix gate').run;
  expect(gate.events.flatMap((event) => (event.type === 'gate.requested' ? [event.attempt] : []))).toEqual([1, 2]);
});

test('a wait that was interrupted is waited again, and counts once', () => {
  const workflow = workflowOf([prompt('a', { retry: { max: 1, backoffMs: 5 } })]);
  const { run, rest } = resumedDuring(workflow, 'a wait', { script: { a: [fails('x'), says('y')] } });
  expect(rest.slice(0, 2)).toEqual(['a wait', 'a']);
  expect(ending(run)).toBe('succeeded completed');
  expect(ending(resumedDuring(workflow, 'a wait', { script: { a: [fails('x')] } }).run)).toBe('failed failed: a failed: x');
});

test('children of a group run again in the shared tree as it stands', () => {
  const { rest } = resumedDuring(workflowOf([prompt('a'), command('b'), parallel('all', 'a', 'b')]), 'b');
  expect(rest).toEqual(['a', 'b', 'end']);
});

test('the first measurement runs again on what it measured; a gate in a folder that is no repository as it is', () => {
  const measured = workflowOf([loop('fix', { max: 1, gate: { command: 'c', measure: { better: 'lower', tolerance: 0 } } })]);
  const { rest } = resumedDuring(measured, 'fix gate', { script: { 'fix gate': [exits(0, '3')] } });
  expect(rest.slice(0, 4)).toEqual(['fix left', 'fix restore', 'fix gate', 'fix before']);
  const plain = resumedDuring(workflowOf([loop('fix', { max: 1, gate: 'c' })]), 'fix gate', { workspace: 'plain' });
  expect(plain.rest).toEqual(['fix gate']);
});

test('a reply of the right form that was being asked for is asked for from the beginning', () => {
  const workflow = workflowOf([prompt('a', { outputSchema: true })]);
  const run = play(workflow, { script: { a: [says('no'), says('{}')] }, crashAfter: [2] });
  expect(run.events.flatMap((event) => (event.type === 'prompt.requested' ? [event.complaint] : []))).toEqual([null, 'no JSON', null]);
});

test.each([
  ['write', ['write left', 'write restore'], 'write (cancelled): write failed: cancelled'],
  ['fix gate', ['fix left', 'fix restore'], 'fix 1 failed: cancelled'],
  ['fix commit', ['fix commit', 'end'], 'fix 1 kept'],
  ['fix before', ['fix before'], 'fix 1 failed: cancelled'],
  ['after', ['end'], 'after (cancelled): after failed: cancelled'],
])('taken up in the midst of %s only to be ended, it does no more than %j', (what, then, line) => {
  const { run, rest } = resumedDuring(fix, what, { cancelWithResume: true });
  expect(rest).toEqual(then);
  expect(concluded(run)).toContain(line);
  expect(ending(run)).toBe('cancelled cancelled');
});

test.each([
  ['an approval', workflowOf([approve('ok')]), 'ok approval', {}],
  ['a tree of its own', workflowOf([prompt('a', { isolated })]), 'a tree', {}],
  ['a wait', workflowOf([prompt('a')]), 'a wait', { script: { a: [fails('x', { failure: 'overloaded' })] } }],
  ['the items', workflowOf([prompt('a', { foreach: each() })]), 'a items', {}],
] as const)('taken up at %s only to be ended, it asks for nothing further', (_, workflow, what, scene) => {
  const { run, rest } = resumedDuring(workflow, what, { ...scene, cancelWithResume: true });
  expect(rest.filter((each) => each !== 'end')).toEqual([]);
  expect(ending(run)).toBe('cancelled cancelled');
});

test('whenever it is left, however often, a run ends', () => {
  fc.assert(
    fc.property(anyWorkflow, anyScene({ breakages: true }), fc.array(fc.nat(60), { maxLength: 4 }), (workflow, scene, crashAfter) => {
      expect(play(workflow, { ...scene(), crashAfter }).state.phase).toBe('finished');
    }),
    { numRuns: 300 },
  );
});
