import { expect, test } from 'vitest';
import { breaks, exits, fails, says } from './answers.ts';
import { play } from './played-run.ts';
import { asked, concluded, ending } from './told.ts';
import { command, each, inner, jump, loop, prompt, workflowOf } from './workflow-parts.ts';

const items = ['x', 'y', 'z'];
const list = command('list');

test('a step runs once for each item, one after the other, each recorded and put back on its own', () => {
  const run = play(workflowOf([list, prompt('a', { foreach: each() })]), { items, script: { a: [says('1'), fails('no'), says('3')] } });
  expect(asked(run)).toEqual(['start', 'list', 'a items', 'a before', 'a', 'a before', 'a', 'a left', 'a restore', 'a', 'a gather', 'end']);
  expect(concluded(run)).toEqual(['list: completed', 'a: completed', 'a (failed): a (item 2) failed: no', 'a: completed', 'a: completed']);
  expect(ending(run)).toBe('succeeded completed');
  expect(run.events.filter(({ type }) => type === 'step.started')).toMatchObject([
    { step: 'list', item: 0, group: null },
    { step: 'a', item: 0, kind: 'foreach', width: 1 },
    { step: 'a', item: 1, group: 'a' },
    { step: 'a', item: 2, group: 'a' },
    { step: 'a', item: 3, group: 'a' },
  ]);
});

test('so many items at once share the work tree, in which nothing is recorded then', () => {
  const run = play(workflowOf([list, prompt('a', { foreach: each(2) })]), { items });
  expect(asked(run)).toEqual(['start', 'list', 'a items', 'a', 'a', 'a', 'a gather', 'end']);
});

test('a loop for each item is a loop each', () => {
  const run = play(workflowOf([list, loop('fix', { max: 1, gate: 'test' }, { foreach: each() })]), { items: ['x', 'y'] });
  expect(concluded(run)).toEqual(['list: completed', 'fix 1 kept', 'fix: completed', 'fix 1 kept', 'fix: completed', 'fix: completed']);
  const names = run.events.flatMap((event) => (event.type === 'snapshot.requested' && event.purpose === 'answered' ? [event.name] : []));
  expect(names).toEqual(['6-fix-item1-1-answered', '13-fix-item2-1-answered']);
});

test('no items at all is no failure', () => {
  const run = play(workflowOf([list, prompt('a', { foreach: each() })]), { items: [] });
  expect(concluded(run)).toEqual(['list: completed', 'a: completed']);
});

test('all items failing fails the step', () => {
  const run = play(workflowOf([list, command('a', { expect: 'success', foreach: each() })]), { items, script: { a: [exits(1)] } });
  expect(ending(run)).toBe('failed failed: a failed: all items failed');
});

test.each([
  ['items', 'a failed: its items could not be read: full'],
  ['gather', 'a failed: its outputs could not be put together: full'],
])('where %s cannot be worked out, the step fails', (what, error) => {
  const run = play(workflowOf([list, prompt('a', { foreach: each() })]), { items, script: { [`a ${what}`]: [breaks('full')] } });
  expect(ending(run)).toBe(`failed failed: ${error}`);
});

test('the outputs together may take a branch', () => {
  // What the made-up world puts together has no word at all; the end of a command has.
  const workflow = workflowOf([list, command('a', { foreach: each(), branch: [jump('7', 'end')] }), command('b')]);
  const run = play(workflow, { items, together: '["7"]' });
  expect(concluded(run)).toEqual(['list: completed', ...items.map(() => 'a: completed'), 'a: completed', 'a -> (the end)']);
});

test('cancelled before its items are known, or between two of them, a step begins none further', () => {
  const workflow = workflowOf([list, prompt('a', { foreach: each() })]);
  const whole = play(workflow, { items });
  for (let cancelAfter = 0; cancelAfter < whole.decisions - 2; cancelAfter++) {
    expect(ending(play(workflow, { items, cancelAfter }))).toBe('cancelled cancelled');
  }
});

test('the budget is looked at before each item', () => {
  const run = play(workflowOf([prompt('a', { foreach: each() })]), {
    items,
    settings: { budgetNanoUsd: 2e9 },
    script: { a: [says('x', { usd: 1 })] },
  });
  expect(concluded(run)).toEqual([
    'a: completed',
    'a: completed',
    'a (budget): a (item 3) did not run: the budget of $2.00 is used up ($2.00 spent)',
    'a: budget',
  ]);
});

test('calls side by side count at what the dearest one cost so far: none is begun that the limit may not bear', () => {
  const widths: number[] = [];
  const run = play(workflowOf([prompt('a', { foreach: each(4) })]), {
    items: ['1', '2', '3', '4', '5', '6'],
    settings: { budgetNanoUsd: 10e9 },
    script: { a: [says('x', { usd: 2 })] },
    answer: (intent, state) => {
      if (intent.type === 'prompt.requested') widths.push(state.pending.size);
      return undefined;
    },
  });
  // 4 unknown; then 2 spent and 3 under way at 2 each leave room for one more, 4 spent and 3 for none.
  expect(widths).toEqual([4, 4, 3, 2, 1]);
  expect(ending(run)).toBe('succeeded budget');
});

test('a workflow within the run counts with what it used, and gives its last output', () => {
  const run = play(workflowOf([inner('i'), command('after')]));
  expect(run.state.totals).toMatchObject({ kept: 2, calls: 2, nanoUsd: 5e8, tokens: 7, commits: 1 });
  expect(run.events).toContainEqual({
    type: 'step.finished',
    step: 'i',
    item: 0,
    group: null,
    result: { ok: true, output: { text: 'inner' }, outcome: 'completed' },
  });
});

test.each([
  [{ status: 'succeeded', outcome: 'exhausted', error: null }, 'succeeded exhausted'],
  [{ status: 'succeeded', outcome: 'stuck', error: null }, 'succeeded stuck'],
  [{ status: 'succeeded', outcome: 'budget', error: null }, 'succeeded budget'],
  [{ status: 'failed', outcome: 'failed', error: 'b failed: no' }, 'failed failed: i failed: b failed: no'],
  [{ status: 'cancelled', outcome: 'cancelled', error: null }, 'failed failed: i failed: it was cancelled'],
] as const)('a workflow within that ends as %j makes the run end as %s', (end, words) => {
  expect(ending(play(workflowOf([inner('i')]), { inner: end }))).toBe(words);
});

test('a workflow within that could not be begun fails its step with the reason', () => {
  expect(ending(play(workflowOf([inner('i')]), { innerError: 'there is no inner.yml' }))).toBe(
    'failed failed: i failed: there is no inner.yml',
  );
});
