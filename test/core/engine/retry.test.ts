import { expect, test } from 'vitest';
import { maxAsks } from '../../../src/core/engine/decide-frame.ts';
import type { FailureKind } from '../../../src/core/model/failure.ts';
import { maxOverloads } from '../../../src/core/model/overload.ts';
import { cannotStart, exits, fails, killedBy, says, timesOut } from './answers.ts';
import { type PlayedRun, play } from './played-run.ts';
import { asked, concluded, ending, finishedOf } from './told.ts';
import { command, loop, parallel, prompt, requiring, workflowOf } from './workflow-parts.ts';

const waits = ({ events }: PlayedRun) =>
  events.flatMap((event) => (event.type === 'wait.requested' ? [[event.forMs, event.notBeforeMs, event.why] as const] : []));

const attempts = ({ events }: PlayedRun) =>
  events.flatMap((event) => (event.type === 'prompt.requested' || event.type === 'command.requested' ? [event.attempt] : []));

const retry = { max: 2, backoffMs: 1000 };

test('a provider that is overloaded is waited for, longer each time, and the work is put back before it is asked again', () => {
  const busy = fails('busy', { failure: 'overloaded' });
  const run = play(workflowOf([prompt('a')]), { script: { a: [busy, busy, says('done')] } });
  expect(asked(run)).toEqual(['start', 'a', 'a left', 'a restore', 'a wait', 'a', 'a left', 'a restore', 'a wait', 'a', 'end']);
  expect(waits(run)).toEqual([
    [5_000, null, 'busy'],
    [10_000, null, 'busy'],
  ]);
  expect(attempts(run)).toEqual([1, 2, 3]);
  expect(concluded(run)).toEqual(['a: completed']);
  // Only the last call's change is there: its operation is the tenth.
  expect(run.folder.text).toBe('yours+10');
  expect(finishedOf(run.events).totals).toMatchObject({ calls: 3, kept: 1, failed: 0 });
});

test('a moment that the provider names is what is waited for', () => {
  const run = play(workflowOf([prompt('a')]), {
    script: { a: [fails('slow down', { failure: 'rate_limited', notBeforeMs: 99 }), says('x')] },
  });
  expect(waits(run)).toEqual([[5_000, 99, 'slow down']]);
});

test('in a loop, overload is no failed iteration, and what was put back for it is no try', () => {
  const run = play(workflowOf([loop('fix', { max: 2, gate: 'test' })]), {
    script: { fix: [fails('busy', { failure: 'overloaded' }), says('x')], 'fix gate': [exits(1), exits(0)] },
  });
  expect(concluded(run)).toEqual(['fix 1 undone: gate exit code 1', 'fix 2 kept', 'fix: completed']);
  const names = run.events.flatMap((event) => (event.type === 'snapshot.requested' && event.purpose === 'left' ? [event.name] : []));
  expect(names).toEqual(['3-fix-1-left', 'try-1']);
});

test(`after ${maxOverloads} waits the step fails with the provider's words; no wait is longer than ten minutes`, () => {
  const run = play(workflowOf([prompt('a')]), { script: { a: [fails('busy', { failure: 'overloaded' })] } });
  expect(waits(run)).toHaveLength(maxOverloads);
  expect(Math.max(...waits(run).map(([forMs]) => forMs))).toBe(600_000);
  expect(ending(run)).toBe('failed failed: a failed: busy');
});

test.each<[string, FailureKind, number]>([
  ['a failure of the world', 'io', 2],
  ['a timeout', 'timeout', 2],
  ['who is not logged in', 'auth', 0],
  ['money that is gone', 'quota', 0],
  ['a cancelled call', 'cancelled', 0],
])('a step with `retry` asks again after %s (%s): %d times', (_, failure, times) => {
  const run = play(workflowOf([prompt('a', { retry })]), { script: { a: [fails('no', { failure })] } });
  expect(waits(run).map(([forMs]) => forMs)).toEqual([1000, 2000].slice(0, times));
  expect(ending(run)).toBe('failed failed: a failed: no');
});

test("without `retry` a failure of the world is final; the work's own failure is so always", () => {
  expect(waits(play(workflowOf([prompt('a')]), { script: { a: [fails('no')] } }))).toEqual([]);
  const unmet = workflowOf([prompt('a', { retry, require: requiring({ contains: ['YES'] }) })]);
  expect(waits(play(unmet, { script: { a: [says('no')] } }))).toEqual([]);
});

test('retries are counted anew in each iteration', () => {
  const run = play(workflowOf([loop('fix', { max: 2 }, { retry: { max: 1, backoffMs: 10 } })]), {
    script: { fix: [fails('x'), says('a'), fails('x'), says('b')] },
  });
  expect(waits(run)).toHaveLength(2);
  expect(concluded(run)).toEqual(['fix 1 kept', 'fix 2 kept', 'fix: completed']);
});

test.each([
  ['an exit that was not expected', exits(1), 2],
  ['a signal', killedBy('SIGKILL'), 2],
  ['a timeout', timesOut(5), 2],
  ['what could not be started', cannotStart('no room'), 2],
  ['a command that is not there: that is a mistake in it', exits(127), 0],
])('a command with `retry` runs again after %s', (_, answer, times) => {
  const run = play(workflowOf([command('c', { expect: 'success', retry })]), { script: { c: [answer] } });
  expect(waits(run)).toHaveLength(times);
  expect(attempts(run)).toEqual([1, 2, 3].slice(0, times + 1));
});

test('a command runs again on the tree as it stands, unless it asked for a snapshot', () => {
  const script = { c: [exits(1), exits(0)] };
  const plain = play(workflowOf([command('c', { expect: 'success', retry })]), { script });
  expect(asked(plain)).toEqual(['start', 'c', 'c wait', 'c', 'end']);
  expect(plain.folder.text).toBe('yours+2+4');
  const recorded = play(workflowOf([command('c', { expect: 'success', retry, snapshot: true })]), { script });
  expect(asked(recorded)).toEqual(['start', 'c', 'c left', 'c restore', 'c wait', 'c', 'end']);
  expect(recorded.folder.text).toBe('yours+6');
});

test('a command that asked for a snapshot is recorded before it, and put back where it fails', () => {
  const run = play(workflowOf([command('a'), command('c', { expect: 'success', snapshot: true })]), { script: { c: [exits(1)] } });
  expect(asked(run)).toEqual(['start', 'a', 'c before', 'c', 'c left', 'c restore']);
  expect(run.folder.text).toBe('yours+2');
});

test('children of a group wait and ask again in the shared tree as it stands', () => {
  const run = play(workflowOf([prompt('a', { retry }), prompt('b'), parallel('all', 'a', 'b')]), {
    script: { a: [fails('x'), says('y')] },
  });
  expect(asked(run)).toEqual(['start', 'a', 'b', 'a wait', 'a', 'end']);
});

test('cancelled while it waits, a step ends; its work is put back already', () => {
  const scene = { script: { a: [fails('busy', { failure: 'overloaded' }), says('x')] } as const };
  const whole = play(workflowOf([prompt('a')]), scene);
  for (let cancelAfter = 0; cancelAfter < whole.decisions - 2; cancelAfter++) {
    const run = play(workflowOf([prompt('a')]), { ...scene, cancelAfter });
    expect(ending(run)).toBe('cancelled cancelled');
    expect(run.folder.text, `cancelled after ${cancelAfter}`).toBe(concluded(run).includes('a: completed') ? 'yours+6' : 'yours');
  }
});

const json = prompt('a', { outputSchema: { type: 'object' } });

test('a reply that is not of the form that is wanted is asked for again, with what was wrong', () => {
  const run = play(workflowOf([json]), { script: { a: [says('nope'), says('{}')] } });
  expect(run.events.flatMap((event) => (event.type === 'prompt.requested' ? [event.complaint] : []))).toEqual([null, 'no JSON']);
  expect(asked(run)).toEqual(['start', 'a', 'a', 'end']);
  expect(concluded(run)).toEqual(['a: completed']);
});

test(`it is asked again at most ${maxAsks} times; then the step fails and is put back`, () => {
  const run = play(workflowOf([json]), { script: { a: [says('nope')] } });
  expect(attempts(run)).toEqual([1, 2, 3]);
  expect(ending(run)).toBe('failed failed: a failed: no JSON');
  expect(run.folder.text).toBe('yours');
});
