import { expect, test } from 'vitest';
import { evolve } from '../../../src/core/engine/evolve.ts';
import { initialState } from '../../../src/core/engine/state.ts';
import type { Intent } from '../../../src/core/events/event.ts';
import type { WorkflowRunEvent } from '../../../src/core/events/run-event.ts';
import { exits, fails, says } from './answers.ts';
import { play } from './played-run.ts';
import { concluded } from './told.ts';
import { command, loop, parallel, prompt, workflowOf } from './workflow-parts.ts';

const ofType = <T extends WorkflowRunEvent['type']>(events: readonly WorkflowRunEvent[], type: T) =>
  events.filter((event): event is Extract<WorkflowRunEvent, { type: T }> => event.type === type);

test('a gate names the state that it judges, so that it alone can be run again', () => {
  const { events } = play(workflowOf([loop('fix', { max: 1, gate: 'test' })]), { script: { fix: [says('x')], 'fix gate': [exits(0)] } });
  const [gate] = ofType(events, 'gate.requested');
  const answered = ofType(events, 'snapshot.requested').find(({ purpose }) => purpose === 'answered') as Intent;
  const taken = ofType(events, 'snapshot.taken').find(({ op }) => op === answered.op);
  expect(gate?.answered).toEqual(taken?.snapshot);
});

test('a prompt says which model it is for: its own, then the tier to downgrade to past 80 % of the budget', () => {
  const steps = [prompt('a', { model: 'smart' }), prompt('b', { model: 'smart' }), prompt('c')];
  const workflow = workflowOf(steps, { budget: { limitTokens: 100, downgrade: 'fast' } });
  const { events } = play(workflow, { script: { a: [says('x', { tokens: [80, 0] })], b: [says('x', { tokens: [1, 0] })] } });
  expect(ofType(events, 'prompt.requested').map(({ model }) => model)).toEqual(['smart', 'smart', 'fast']);
});

test('what is put back without a commit is not counted as one', () => {
  const workflow = workflowOf([loop('fix', { max: 1 })]);
  const { state } = play(workflow, { script: { fix: [says('x')] } });
  expect(state.totals.commits).toBe(1);
  const events = play(workflow, { script: { fix: [says('x')] } }).events.map((event) =>
    event.type === 'commit.requested' ? { ...event, plan: { ...event.plan, paths: 0 } } : event,
  );
  expect(events.reduce(evolve, initialState).totals.commits).toBe(0);
});

test('tries are numbered by what was put back, whatever else failed', () => {
  const steps = [command('a'), command('b'), parallel('both', 'a', 'b'), loop('fix', { max: 2, gate: 'test' })];
  const { events } = play(workflowOf(steps), {
    script: {
      a: [exits(0)],
      b: [{ kind: 'end', end: { kind: 'signal', signal: 'SIGKILL' }, output: '', writes: false }],
      fix: [says('x')],
      'fix gate': [exits(1)],
    },
  });
  expect(
    ofType(events, 'snapshot.requested')
      .filter(({ purpose }) => purpose === 'left')
      .map(({ name }) => name),
  ).toEqual(['try-1', 'try-2']);
});

test.each(['auth', 'quota', 'not_recorded'] as const)(
  'a loop is not asked again when the failure is %s, which the next call would have too',
  (failure) => {
    const run = play(workflowOf([loop('fix', { max: 20 })]), { script: { fix: [fails('log in first', { failure })] } });
    expect(concluded(run)).toEqual(['fix 1 failed: log in first', 'fix (failed): fix failed: log in first']);
  },
);

test("what the agent's provider says to do next is told with the failure", () => {
  const run = play(workflowOf([prompt('ask')]), { script: { ask: [fails('nobody is logged in', { hint: 'start the agent once' })] } });
  expect(concluded(run)).toEqual(['ask (failed): ask failed: nobody is logged in (start the agent once)']);
});
