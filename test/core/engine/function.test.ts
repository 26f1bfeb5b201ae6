import { expect, test } from 'vitest';
import { decide } from '../../../src/core/engine/decide.ts';
import { evolve } from '../../../src/core/engine/evolve.ts';
import { procedureOf } from '../../../src/core/engine/procedure.ts';
import { initialState } from '../../../src/core/engine/state.ts';
import type { FailureKind } from '../../../src/core/model/failure.ts';
import { fails, says } from './answers.ts';
import { type PlayedRun, play } from './played-run.ts';
import { asked, concluded, ending, finishedOf } from './told.ts';
import { command, each, functionStep, jump, parallel, requiring, workflowOf } from './workflow-parts.ts';

const calls = ({ events }: PlayedRun) =>
  events.flatMap((event) => (event.type === 'function.requested' ? [[event.child, event.name, event.attempt] as const] : []));

const retry = { max: 2, backoffMs: 1000 };

test('a function runs as a part of the run, and what it gave is the output of its step', () => {
  const run = play(workflowOf([functionStep('sum'), command('after')]), { script: { sum: [says('{"a":1}')] } });
  expect(asked(run)).toEqual(['start', 'sum', 'after', 'end']);
  expect(calls(run)).toEqual([['2', 'total', 1]]);
  expect(concluded(run)).toEqual(['sum: completed', 'after: completed']);
  expect(run.events).toContainEqual(
    expect.objectContaining({
      type: 'step.finished',
      step: 'sum',
      result: { ok: true, output: { text: '{"a":1}' }, outcome: 'completed' },
    }),
  );
  // What models took that it asked itself.
  expect(finishedOf(run.events).totals).toMatchObject({ calls: 1, nanoUsd: 2e8, tokens: 3, kept: 2 });
});

test('what it gave is looked at by require and branches', () => {
  const unmet = play(workflowOf([functionStep('sum', { require: requiring({ contains: ['4'] }) })]));
  expect(ending(unmet)).toContain('failed failed: sum failed: ');
  const branched = workflowOf([functionStep('sum', { branch: [jump('3', 'last')] }), command('not'), command('last')]);
  expect(concluded(play(branched))).toEqual(['sum: completed', 'sum -> last', 'last: completed']);
});

test('its failure is the failure of the step; what it did stays, unless the step asked for a snapshot', () => {
  const failing = { script: { sum: [fails('no such file', { hint: 'look' })] } };
  const run = play(workflowOf([functionStep('sum')]), failing);
  expect(ending(run)).toBe('failed failed: sum failed: no such file');
  expect(run.folder.text).toBe('yours+2');
  const put = play(workflowOf([command('x'), functionStep('sum', { snapshot: true })]), failing);
  expect(asked(put)).toEqual(['start', 'x', 'sum before', 'sum', 'sum left', 'sum restore']);
  expect(put.folder.text).toBe('yours+2');
});

test.each<[FailureKind, number]>([
  ['exit', 2],
  ['timeout', 2],
  ['io', 2],
  ['invalid_output', 0],
  ['refused', 0],
  ['not_found', 0],
  ['budget', 0],
  ['cancelled', 0],
])('with retry it is run anew after a failure of the world (%s: %i times), each time under a name of its own', (failure, times) => {
  const run = play(workflowOf([functionStep('sum', { retry })]), { script: { sum: [fails('no', { failure })] } });
  expect(calls(run).map(([, , attempt]) => attempt)).toEqual([1, 2, 3].slice(0, times + 1));
  expect(new Set(calls(run).map(([child]) => child)).size).toBe(times + 1);
  expect(ending(run)).toBe('failed failed: sum failed: no');
});

test('before it is run anew what it did is put back where the step asked for a snapshot', () => {
  const run = play(workflowOf([functionStep('sum', { retry, snapshot: true })]), { script: { sum: [fails('no'), says('1')] } });
  expect(asked(run)).toEqual(['start', 'sum', 'sum left', 'sum restore', 'sum wait', 'sum', 'end']);
  expect(run.folder.text).toBe('yours+6');
});

test('taken up again it goes on under the same name, and nothing is put back', () => {
  for (const snapshot of [false, true]) {
    const run = play(workflowOf([functionStep('sum', { snapshot })]), { crashAfter: [1] });
    const [first, second] = calls(run);
    expect(run.events.some(({ type }) => type === 'resumed')).toBe(true);
    expect(second).toEqual(first);
    expect(asked(run).filter((each) => each === 'sum left')).toEqual([]);
    expect(concluded(run)).toEqual(['sum: completed']);
  }
});

test('cancelled, it is asked to end, and says so; one that had ended well by then has', () => {
  const scene = { cancelAfter: 3, script: { sum: [fails('cancelled', { failure: 'cancelled' })] } };
  expect(ending(play(workflowOf([functionStep('sum')]), scene))).toBe('cancelled cancelled');
  const taken = play(workflowOf([functionStep('sum')]), { ...scene, cancelAfter: 4, crashAfter: [1] });
  expect(calls(taken).length).toBe(2);
  expect(ending(taken)).toBe('cancelled cancelled');
  expect(concluded(play(workflowOf([functionStep('sum'), command('not')]), { cancelAfter: 3 }))).toEqual(['sum: completed']);
});

test('in a group, for items, and apart', () => {
  const group = workflowOf([functionStep('a'), functionStep('b', { snapshot: true }), parallel('both', 'a', 'b')]);
  expect(concluded(play(group))).toEqual(expect.arrayContaining(['a: completed', 'b: completed']));
  const many = workflowOf([command('list'), functionStep('each', { foreach: each() })]);
  expect(calls(play(many, { items: ['x', 'y'] })).length).toBe(2);
  const apart = play(workflowOf([functionStep('a', { isolated: true })]));
  expect(asked(apart)).toEqual(['start', 'a tree', 'a', 'a theirs', 'a ours', 'a merge', 'a restore', 'end']);
});

test('an end of a function that no function asked for is a mistake of the journal', () => {
  const workflow = workflowOf([command('a')]);
  const run = play(workflow);
  const at = run.events.findIndex(({ type }) => type === 'command.requested');
  const state = run.events.slice(0, at + 1).reduce(evolve, initialState);
  const frames = state.frames.map((frame) => ({ ...frame, stage: { at: 'function-ended', failure: null } as const }));
  expect(() => decide(procedureOf(workflow), { ...state, frames })).toThrow("a function's end for the command step");
});
