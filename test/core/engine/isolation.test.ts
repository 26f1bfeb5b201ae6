import { expect, test } from 'vitest';
import { breaks, exits, fails, quietly, says } from './answers.ts';
import { play } from './played-run.ts';
import { asked, concluded, ending } from './told.ts';
import { command, each, jump, loop, parallel, prompt, workflowOf } from './workflow-parts.ts';

const isolated = true;

test("a step that is isolated works in a tree of its own, and what it did comes into the user's", () => {
  const run = play(workflowOf([prompt('a', { isolated }), command('after')]));
  expect(asked(run)).toEqual(['start', 'a tree', 'a before', 'a', 'a theirs', 'a ours', 'a merge', 'a restore', 'after', 'end']);
  expect(run.folder.text).toBe('yours+4+9');
  expect(concluded(run)).toEqual(['a: completed', 'after: completed']);
});

test("the user's tree is recorded first, where it may have changed since it was last", () => {
  const run = play(workflowOf([command('c'), prompt('a', { isolated })]));
  expect(asked(run).slice(0, 4)).toEqual(['start', 'c', 'a base', 'a tree']);
});

test('a step that fails in its own tree is put back there, and nothing of it comes in', () => {
  const run = play(workflowOf([prompt('a', { isolated })]), { script: { a: [fails('no')] } });
  expect(asked(run)).toEqual(['start', 'a tree', 'a before', 'a', 'a left', 'a restore', 'end']);
  expect(run.folder.text).toBe('yours');
});

const fan = workflowOf([prompt('a', { isolated }), prompt('b', { isolated }), parallel('all', 'a', 'b')]);

test('children of a group each begin with the same state, and come in one after the other in the order of the list', () => {
  const run = play(fan, { choose: (count) => count - 1 });
  const merges = run.events.flatMap((event) => (event.type === 'merge.requested' ? [[event.step, event.base.tree, event.ours.tree]] : []));
  expect(merges).toEqual([
    ['a', 'yours', 'yours'],
    ['b', 'yours', expect.stringMatching(/^yours\+\d+$/)],
  ]);
  expect(concluded(run)).toEqual(['a: completed', 'b: completed', 'all: completed']);
  expect(run.folder.text).toMatch(/^yours\+\d+\+\d+$/);
});

test('a group is recorded before it is opened where a child wants a tree of its own', () => {
  const run = play(workflowOf([command('c'), ...fan.steps]));
  expect(asked(run).slice(0, 5)).toEqual(['start', 'c', 'all base', 'a tree', 'b tree']);
});

test("beside children that share the user's tree, what an isolated one did waits until they are done", () => {
  const workflow = workflowOf([prompt('a', { isolated }), command('c'), command('d'), parallel('all', 'a', 'c', 'd')]);
  const run = play(workflow, { settings: { jobs: 2 } });
  const order = asked(run);
  expect(order.indexOf('a merge')).toBeGreaterThan(order.indexOf('d'));
  expect(concluded(run)).toEqual(['c: completed', 'd: completed', 'a: completed', 'all: completed']);
});

test('changes that conflict stay out, are kept to look at, and fail their step; the others come in', () => {
  const run = play(fan, { conflicts: ({ step }) => (step === 'b' ? ['1', '2', '3', '4', '5', '6'] : []) });
  const [, b] = concluded(run);
  expect(b).toMatch(
    /^b \(failed\): b failed: its changes conflict with what came in before, in 1, 2, 3, 4, 5 and 1 more; they are kept as refs\/pawl\/r\/\d+-b-theirs$/,
  );
  expect(ending(run)).toBe('succeeded completed');
  expect(run.folder.text).toMatch(/^yours\+\d+$/);
});

test('one path that conflicts is named alone', () => {
  const run = play(workflowOf([prompt('a', { isolated })]), { conflicts: () => ['src/x.ts'] });
  expect(ending(run)).toMatch(/^failed failed: a failed: its changes conflict with what came in before, in src\/x\.ts; they are kept as/);
});

test('a loop in its own tree commits there; all of it is one commit where it comes in', () => {
  const run = play(workflowOf([loop('fix', { max: 2, gate: 'test' }, { isolated })]));
  expect(asked(run)).toEqual([
    'start',
    'fix tree',
    ...[1, 2].flatMap(() => ['fix before', 'fix', 'fix answered', 'fix gate', 'fix after', 'fix plan', 'fix commit']),
    'fix theirs',
    'fix ours',
    'fix merge',
    'fix restore',
    'fix plan',
    'fix commit',
    'end',
  ]);
  expect(run.state.totals).toMatchObject({ kept: 2, commits: 1 });
  const subjects = run.events.flatMap((event) => (event.type === 'plan.requested' ? [event.subject] : []));
  expect(subjects).toEqual(['demo: fix iteration 1', 'demo: fix iteration 2', 'demo: fix merged']);
});

test('a loop that changed nothing in the end has nothing to commit where it comes in', () => {
  const quiet = says('x', { writes: false });
  const run = play(workflowOf([loop('fix', { max: 1, gate: { command: 'test', measure: null } }, { isolated })]), {
    script: { fix: [quiet], 'fix gate': [quietly(exits(0))] },
  });
  expect(asked(run).slice(-5)).toEqual(['fix theirs', 'fix ours', 'fix merge', 'fix restore', 'fix plan']);
  expect(concluded(run)).toEqual(['fix 1 kept', 'fix: completed']);
});

test('items each in a tree of its own', () => {
  const run = play(workflowOf([prompt('a', { isolated, foreach: each(2) })]), { items: ['x', 'y'] });
  expect(asked(run).filter((what) => what !== 'a before')).toEqual([
    'start',
    'a items',
    'a tree',
    'a tree',
    'a',
    'a',
    'a theirs',
    'a theirs',
    'a ours',
    'a merge',
    'a restore',
    'a ours',
    'a merge',
    'a restore',
    'a gather',
    'end',
  ]);
});

test('its branch is taken once what it did has come in', () => {
  const run = play(workflowOf([prompt('a', { isolated, branch: [jump('YES', 'end')] }), command('b')]), { script: { a: [says('YES')] } });
  expect(concluded(run)).toEqual(['a: completed', 'a -> (the end)']);
});

test.each([
  ['a tree', 'a failed: a work tree of its own could not be made: full'],
  ['a base', 'a failed: the workspace could not be recorded: full'],
  ['a theirs', 'a failed: the workspace could not be recorded: full'],
  ['a ours', 'a failed: the workspace could not be recorded: full'],
  [
    'a merge',
    expect.stringMatching(/^a failed: its changes could not be merged \(they are recorded as refs\/pawl\/r\/\d+-a-theirs\): full$/),
  ],
  [
    'a restore',
    expect.stringMatching(/^a failed: the workspace could not be put back \(what was left is recorded as refs\/pawl\/r\/.*\): full$/),
  ],
])('where %s fails, the step does, and says so', (what, error) => {
  const workflow = workflowOf([command('c'), prompt('a', { isolated }), command('d'), parallel('all', 'a', 'd')]);
  const run = play(workflow, { script: { [what]: [breaks('full')] } });
  const single = play(workflowOf([command('c'), prompt('a', { isolated })]), { script: { [what]: [breaks('full')] } });
  const failed = (what === 'a base' ? single : run).events.find(
    (event) => event.type === 'step.finished' && event.step === 'a' && !event.result.ok,
  );
  expect(failed).toMatchObject({ result: { error } });
});

test('where the state before a group cannot be recorded, the run ends', () => {
  const run = play(workflowOf([command('c'), ...fan.steps]), { script: { 'all base': [breaks('full')] } });
  expect(ending(run)).toBe('failed failed: all failed: the workspace could not be recorded: full');
});

test("cancelled at any moment, the user's tree holds whole changes only", () => {
  const whole = play(fan);
  // By the last but one, which records how it ended, all is done.
  for (let cancelAfter = 0; cancelAfter < whole.decisions - 2; cancelAfter++) {
    const run = play(fan, { cancelAfter });
    expect(ending(run), `after ${cancelAfter}`).toBe('cancelled cancelled');
    expect(run.folder.text).toMatch(/^yours(\+\d+){0,2}$/);
  }
});

test('a measured loop in its own tree measures there first', () => {
  const gate = { command: 'count', measure: { better: 'lower', tolerance: 0 } } as const;
  const run = play(workflowOf([loop('fix', { max: 1, gate }, { isolated })]), { script: { 'fix gate': [exits(0, '3')] } });
  expect(asked(run).slice(0, 5)).toEqual(['start', 'fix tree', 'fix answered', 'fix gate', 'fix before']);
});
