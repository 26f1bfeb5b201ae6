import { expect, test } from 'vitest';
import { decide } from '../../../src/core/engine/decide.ts';
import { evolve } from '../../../src/core/engine/evolve.ts';
import { procedureOf } from '../../../src/core/engine/procedure.ts';
import { initialState } from '../../../src/core/engine/state.ts';
import type { Measure, PromptStep } from '../../../src/core/workflow/workflow.ts';
import { exits, killedBy, says } from './answers.ts';
import { play } from './played-run.ts';
import { asked, concluded, ending } from './told.ts';
import { command, loop, workflowOf } from './workflow-parts.ts';

const measured = (measure: Partial<Measure>, max = 3) =>
  workflowOf([loop('fix', { max, gate: { command: 'count', measure: { better: 'lower', tolerance: 0, ...measure } } })]);

test('what is there is measured first; then what is not worse than the best so far is kept', () => {
  const run = play(measured({}), {
    script: { 'fix gate': [exits(1, '7 faults'), exits(1, '8 faults'), exits(1, '5 faults'), exits(1, '6')] },
  });
  expect(asked(run).slice(0, 4)).toEqual(['start', 'fix gate', 'fix before', 'fix']);
  expect(concluded(run)).toEqual([
    'fix 1 undone: the gate measured 8, and the best so far is 7 (lower is better)',
    'fix 2 kept',
    'fix 3 undone: the gate measured 6, and the best so far is 5 (lower is better)',
    'fix: completed',
  ]);
  expect(run.events.flatMap((event) => (event.type === 'iteration.started' ? [event.best] : []))).toEqual([7, 7, 5]);
});

test.each([
  ['higher', 0, ['3', '2', '3', '4'], ['undone', 'kept', 'kept'], [3, 3, 3]],
  ['higher', 1, ['3', '2', '1', '5'], ['kept', 'undone', 'kept'], [3, 3, 3]],
  ['lower', 0.5, ['3', '3.5', '3.6', '1'], ['kept', 'undone', 'kept'], [3, 3, 3]],
] as const)(
  'where %s is better, by a tolerance of %d, %j is judged %j; a kept number that is worse is no new best',
  (better, tolerance, numbers, verdicts, bests) => {
    const run = play(measured({ better, tolerance }), { script: { 'fix gate': numbers.map((number) => exits(0, number)) } });
    expect(run.events.flatMap((event) => (event.type === 'iteration.finished' ? [event.verdict] : []))).toEqual(verdicts);
    expect(run.events.flatMap((event) => (event.type === 'iteration.started' ? [event.best] : []))).toEqual(bests);
  },
);

test('an iteration after which there is no number is undone; the number before still counts', () => {
  const run = play(measured({}, 2), { script: { 'fix gate': [exits(0, '3'), exits(2, 'cannot parse'), exits(0, '4')] } });
  expect(concluded(run)).toEqual([
    'fix 1 undone: the gate printed no number',
    'fix 2 undone: the gate measured 4, and the best so far is 3 (lower is better)',
    'fix (failed): fix failed: all 2 iterations failed; the last: the gate measured 4, and the best so far is 3 (lower is better)',
  ]);
});

test.each([
  [exits(0, 'all well'), 'fix failed: its gate printed no number before the first iteration, so nothing can be compared'],
  [exits(127, '3'), 'fix failed: gate exit code 127 (command not found), before the first iteration'],
  [killedBy('SIGKILL'), 'fix failed: gate ended by signal SIGKILL, before the first iteration'],
])('where the first measurement is none (%j), no agent is asked', (answer, error) => {
  const run = play(measured({}), { script: { 'fix gate': [answer] } });
  expect(asked(run)).not.toContain('fix');
  expect(ending(run)).toBe(`failed failed: ${error}`);
});

test('a gate that cannot give a verdict later ends the loop', () => {
  const run = play(measured({}), { script: { 'fix gate': [exits(0, '3'), exits(126)], fix: [says('x')] } });
  expect(concluded(run)[0]).toBe('fix 1 undone: gate exit code 126 (found, but not executable)');
  expect(ending(run)).toContain('failed failed: fix failed: gate exit code 126');
});

test('cancelled while the first measurement runs, the loop ends without an iteration', () => {
  const run = play(measured({}), { cancelAfter: 3 });
  expect(asked(run)).toEqual(['start', 'fix gate', 'end']);
  expect(concluded(run)).toEqual(['fix (cancelled): fix failed: cancelled']);
});

test('a loop that a person lets go on with a measure has no best number yet: the first that comes is it', () => {
  const before = play(workflowOf([loop('fix', { max: 3, gate: 'test' })]));
  const kept = before.events.findIndex((event) => event.type === 'iteration.finished');
  const state = before.events.slice(0, kept + 1).reduce(evolve, initialState);
  expect(decide(procedureOf(measured({})), state)).toMatchObject([{ type: 'iteration.started', iteration: 2, best: null }]);
});

test('what is measured first is recorded before, where it may have changed since it was last', () => {
  const [fix] = measured({}).steps;
  const run = play(workflowOf([command('c'), fix as PromptStep]), { script: { 'fix gate': [exits(0, '3')] } });
  expect(asked(run).slice(0, 4)).toEqual(['start', 'c', 'fix answered', 'fix gate']);
  const shared = play(workflowOf([fix as PromptStep]), { workspace: 'plain', script: { 'fix gate': [exits(0, '3')] } });
  expect(asked(shared).slice(0, 2)).toEqual(['fix gate', 'fix']);
});
