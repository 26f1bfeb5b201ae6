import { expect, test } from 'vitest';
import { budgetLeft, budgetReached, modelWithin } from '../../../src/core/engine/budget.ts';
import { procedureOf } from '../../../src/core/engine/procedure.ts';
import { initialState } from '../../../src/core/engine/state.ts';
import type { Settings } from '../../../src/core/events/event-parts.ts';
import { type Answer, exits, fails, says } from './answers.ts';
import { play } from './played-run.ts';
import { asked, concluded, ending, finishedOf } from './told.ts';
import { command, loop, parallel, prompt, workflowOf } from './workflow-parts.ts';

const dollar = 1e9;
const withBudget = (usd: number) => ({ settings: { budgetNanoUsd: usd * dollar, jobs: 1 } });

test('the budget stops the walk between steps, and the run has succeeded where a step was finished', () => {
  const run = play(workflowOf([prompt('a'), prompt('b'), prompt('c')]), {
    ...withBudget(1),
    script: { a: [says('x', { usd: 0.5 })], b: [says('x', { usd: 0.5 })] },
  });
  expect(asked(run)).toEqual(['start', 'a', 'b before', 'b', 'end']);
  expect(ending(run)).toBe('succeeded budget');
});

test('a budget that is used up by the last step changes nothing', () => {
  expect(ending(play(workflowOf([prompt('a')]), { ...withBudget(1), script: { a: [says('x', { usd: 1 })] } }))).toBe('succeeded completed');
});

test('a budget of nothing begins nothing, and the run has failed', () => {
  const run = play(workflowOf([command('a')]), withBudget(0));
  expect(asked(run)).toEqual(['start']);
  expect(ending(run)).toBe('failed budget: the budget of $0.00 is used up ($0.00 spent)');
});

test('the budget stops a loop between iterations; what was kept counts', () => {
  const run = play(workflowOf([loop('fix', { max: 9 }), command('after')]), {
    ...withBudget(1),
    script: { fix: [says('x', { usd: 0.5 })] },
  });
  expect(concluded(run)).toEqual(['fix 1 kept', 'fix 2 kept', 'fix: budget']);
  expect(ending(run)).toBe('succeeded budget');
});

test('failed calls cost too; a loop that kept nothing fails for want of budget', () => {
  const run = play(workflowOf([loop('fix', { max: 9 })]), { ...withBudget(1), script: { fix: [fails('overloaded', { usd: 0.4 })] } });
  expect(finishedOf(run.events).totals).toMatchObject({ calls: 3, nanoUsd: 1.2 * dollar, failed: 3 });
  expect(ending(run)).toBe('failed budget: fix stopped: the budget of $1.00 is used up ($1.20 spent)');
});

test('a loop that kept nothing ends a run as succeeded where an earlier step was finished', () => {
  const run = play(workflowOf([command('build'), loop('fix', { max: 9 })]), {
    ...withBudget(1),
    script: { fix: [fails('offline', { usd: 1 })] },
  });
  expect(concluded(run).at(-1)).toBe('fix (budget): fix stopped: the budget of $1.00 is used up ($1.00 spent)');
  expect(ending(run)).toBe('succeeded budget');
});

test('the word that ends a loop, and its last round, go before the budget', () => {
  const spend = { ...withBudget(1), script: { fix: [says('DONE', { usd: 1 })] } };
  expect(ending(play(workflowOf([loop('fix', { until: 'DONE' })]), spend))).toBe('succeeded completed');
  expect(ending(play(workflowOf([loop('fix', { max: 1, until: 'NEVER' })]), spend))).toBe('succeeded exhausted');
});

test.each<[string, readonly Answer[], string, string]>([
  ['what one of them finished counts', [says('x', { usd: 1 })], 'all: budget', 'succeeded budget'],
  [
    'and none of them ended well, the run has failed',
    [fails('x', { usd: 1 })],
    'all (budget): all failed: all parallel steps failed, as the budget is used up',
    'failed budget: all failed: all parallel steps failed, as the budget is used up',
  ],
])('a child is not run once the budget is used up: %s', (_, answers, line, ends) => {
  const workflow = workflowOf([prompt('a'), prompt('b'), parallel('all', 'a', 'b')]);
  const run = play(workflow, { ...withBudget(1), script: { a: answers } });
  expect(asked(run)).not.toContain('b');
  expect(concluded(run).slice(-2)).toEqual(['b (budget): b did not run: the budget of $1.00 is used up ($1.00 spent)', line]);
  expect(ending(run)).toBe(ends);
});

test('a loop in a group that the budget stops makes the budget the outcome of the run', () => {
  const workflow = workflowOf([loop('a', { max: 9 }), parallel('all', 'a')]);
  const run = play(workflow, { ...withBudget(1), script: { a: [says('x', { usd: 1 })] } });
  expect(concluded(run)).toEqual(['a 1 kept', 'a: budget', 'all: budget']);
  expect(ending(run)).toBe('succeeded budget');
});

test('ten calls of ten cents are exactly a dollar', () => {
  const ten = Array.from({ length: 10 }, (_, index) => prompt(`p${index}`));
  const cents = { answer: (intent: { type: string }) => (intent.type === 'prompt.requested' ? says('x', { usd: 0.1 }) : undefined) };
  const run = play(workflowOf([...ten, prompt('eleventh')]), { ...withBudget(1), ...cents });
  expect(finishedOf(run.events).totals).toMatchObject({ calls: 10, nanoUsd: dollar });
  expect(ending(run)).toBe('succeeded budget');
  expect(ending(play(workflowOf([...ten, prompt('eleventh')]), { settings: { budgetNanoUsd: dollar + 1 }, ...cents }))).toBe(
    'succeeded completed',
  );
});

test('calls without a price are counted as such, never as free; tokens of both sides add up', () => {
  const run = play(workflowOf([prompt('a'), prompt('b'), prompt('c')]), {
    script: {
      a: [says('x', { usd: null, tokens: [100, 20] })],
      b: [says('x', { usd: 0.25, tokens: [null, 3] })],
      c: [fails('x', { usd: null, tokens: [7, null] })],
    },
  });
  expect(finishedOf(run.events).totals).toEqual({
    kept: 2,
    undone: 0,
    failed: 1,
    calls: 3,
    nanoUsd: 0.25 * dollar,
    unpricedCalls: 2,
    tokens: 130,
    commits: 0,
  });
});

const tokens = (limitTokens: number | null) => ({ budget: { limitTokens, downgrade: 'fast' } });

test.each([
  [null, 'succeeded completed'],
  [0, 'succeeded completed'],
  [1000, 'succeeded budget'],
  [1001, 'succeeded completed'],
])('a limit of %j tokens with 1000 used before the last step: %s', (limit, ends) => {
  const run = play(workflowOf([prompt('a'), command('b')], tokens(limit)), {
    script: { a: [says('x', { tokens: [900, 100] })], b: [exits(0)] },
  });
  expect(ending(run)).toBe(ends);
});

const spent = (nanoUsd: number, used: number, budgetNanoUsd: number | null) => ({
  ...initialState,
  settings: { ...initialState.settings, budgetNanoUsd },
  totals: { ...initialState.totals, nanoUsd, tokens: used },
});

test.each([
  [null, 5, 9, null, null],
  [null, 5, 9, 6, null],
  [null, 5, 9, 5, 'the budget of $0.00 is used up ($0.00 spent)'],
  [null, 2_345_000_000, 9, 1_500_000_000, 'the budget of $1.50 is used up ($2.35 spent)'],
  [9, 5, 9, null, 'the budget of 9 tokens is used up (9 used)'],
  [10, 5, 9, null, null],
  [9, 5, 9, 5, 'the budget of $0.00 is used up ($0.00 spent)'],
])(
  'with a limit of %j tokens, %d nano-dollars and %d tokens used, and a budget of %j: %j',
  (limit, nanoUsd, used, budgetNanoUsd, words) => {
    expect(budgetReached(procedureOf(workflowOf([], tokens(limit))), spent(nanoUsd, used, budgetNanoUsd))).toBe(words);
  },
);

test.each([
  [null, 9, 'the budget of 9 tokens is used up (9 used)'],
  [8, 10, 'the budget of 8 tokens is used up (9 used)'],
  [10, 9, 'the budget of 9 tokens is used up (9 used)'],
  [10, 10, null],
  [null, null, null],
])("a file's limit of %j tokens and one of %j besides both hold: %j", (limit, besides, words) => {
  const state = spent(0, 9, null);
  const limited = { ...state, settings: { ...state.settings, budgetTokens: besides } };
  expect(budgetReached(procedureOf(workflowOf([], tokens(limit))), limited)).toBe(words);
});

test.each([
  ['exactly 80 % of the tokens', 10, 8, 0, null, 'smart'],
  ['past 80 % of the tokens', 10, 9, 0, null, 'fast'],
  ['exactly 80 % of the money', null, 0, 800, 1000, 'smart'],
  ['past 80 % of the money', null, 0, 801, 1000, 'fast'],
  ['past 80 % of one of both', 1000, 1, 801, 1000, 'fast'],
  ['no limit at all', null, 1000, 1000, null, 'smart'],
  ['a limit of no tokens, which is none', 0, 1000, 0, null, 'smart'],
])('the tier to downgrade to is used past 80 %% of a budget: %s', (_, limit, used, nanoUsd, budget, model) => {
  expect(modelWithin(procedureOf(workflowOf([], tokens(limit))), spent(nanoUsd, used, budget), 'smart')).toBe(model);
});

test('a workflow that names no tier to downgrade to keeps each step at its own', () => {
  const workflow = workflowOf([], { budget: { limitTokens: 10, downgrade: null } });
  expect(modelWithin(procedureOf(workflow), spent(0, 9, null), 'smart')).toBe('smart');
  expect(modelWithin(procedureOf(workflow), spent(0, 9, null), null)).toBeNull();
});

test.each<[Partial<Settings>, number | null, ReturnType<typeof budgetLeft>]>([
  [{}, null, { nanoUsd: null, tokens: null }],
  [{ budgetNanoUsd: 5e9 }, null, { nanoUsd: 3e9, tokens: null }],
  [{ budgetTokens: 100 }, 40, { nanoUsd: null, tokens: 10 }],
  [{ budgetTokens: 35 }, 400, { nanoUsd: null, tokens: 5 }],
  // Nothing would be no limit.
  [{ budgetNanoUsd: 1e9 }, 30, { nanoUsd: 1, tokens: 1 }],
])('with %j and %j tokens of the file, a run within has what is left: %j', (settings, limitTokens, left) => {
  const workflow = workflowOf([prompt('a')], { budget: { limitTokens, downgrade: null } });
  const { state, procedure } = play(workflow, { settings, script: { a: [says('x', { usd: 2, tokens: [20, 10] })] } });
  expect(budgetLeft(procedure, state)).toEqual(left);
});
