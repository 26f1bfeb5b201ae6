import { expect, test } from 'vitest';
import { exits, fails, says } from './answers.ts';
import { play } from './played-run.ts';
import { asked, concluded, ending, finishedOf } from './told.ts';
import { command, jump, loop, parallel, prompt, workflowOf } from './workflow-parts.ts';

const trio = [prompt('a'), prompt('b'), command('c', { expect: 'success' })];
const fan = workflowOf([...trio, parallel('all', 'a', 'b', 'c'), prompt('join')]);

test('the walk passes over children: they run in their group only, and the step after it is recorded anew', () => {
  const run = play(fan);
  expect(asked(run)).toEqual(['start', 'a', 'b', 'c', 'join before', 'join', 'end']);
  expect(concluded(run)).toEqual(['a: completed', 'b: completed', 'c: completed', 'all: completed', 'join: completed']);
});

test.each([1, 2, 3, 8])('with a width of %d at most so many children run at once, and all that may, do', (jobs) => {
  const widths: number[] = [];
  play(fan, {
    settings: { jobs },
    answer: (_, state) => {
      if (state.group !== null) widths.push(state.pending.size);
      return undefined;
    },
  });
  expect(Math.max(...widths)).toBe(Math.min(jobs, 3));
  expect(widths).toHaveLength(3);
});

test('children may end in any order; as one ends the next begins', () => {
  const run = play(fan, { settings: { jobs: 2 }, choose: (count) => count - 1 });
  const order = run.events.flatMap((event) =>
    event.type === 'step.started' || event.type === 'step.finished' ? [`${event.type === 'step.started' ? '+' : '-'}${event.step}`] : [],
  );
  expect(order).toEqual(['+all', '+a', '+b', '-b', '+c', '-c', '-a', '-all', '+join', '-join']);
});

test('a group of which one child fails goes on', () => {
  const run = play(fan, { script: { a: [fails('crashed')], c: [exits(1)] } });
  expect(concluded(run)).toEqual([
    'a (failed): a failed: crashed',
    'b: completed',
    'c (failed): c failed: expected success, got exit code 1',
    'all: completed',
    'join: completed',
  ]);
  expect(ending(run)).toBe('succeeded completed');
  expect(finishedOf(run.events).totals).toMatchObject({ kept: 2, failed: 2 });
});

test('a group of which all children fail is an error', () => {
  const run = play(fan, { script: { a: [fails('crashed')], b: [fails('crashed')], c: [exits(1)] } });
  expect(ending(run)).toBe('failed failed: all failed: all parallel steps failed');
});

test('the output of each child is its own, and the group has none', () => {
  const { events } = play(workflowOf([prompt('a'), prompt('b'), parallel('all', 'a', 'b')]), {
    script: { a: [says('one')], b: [says('two')] },
  });
  expect(events.filter((event) => event.type === 'step.finished')).toMatchObject([
    { step: 'a', group: 'all', result: { output: { text: 'one' } } },
    { step: 'b', group: 'all', result: { output: { text: 'two' } } },
    { step: 'all', group: null, result: { output: null } },
  ]);
});

test('while a group is open nothing is recorded, put back or committed, whatever its children are and do', () => {
  const workflow = workflowOf([
    prompt('a'),
    loop('b', { max: 3, until: 'OK' }),
    loop('c', { max: 2, gate: 'test' }),
    parallel('all', 'a', 'b', 'c'),
  ]);
  const run = play(workflow, {
    script: { a: [fails('crashed')], b: [says('no'), fails('offline'), says('OK')], 'c gate': [exits(1), exits(0)] },
  });
  expect(asked(run).toSorted()).toEqual(['a', 'b', 'b', 'b', 'c', 'c', 'c gate', 'c gate', 'end', 'start']);
  expect(concluded(run).toSorted()).toEqual([
    'a (failed): a failed: crashed',
    'all: completed',
    'b 1 kept',
    'b 2 failed: offline',
    'b 3 kept',
    'b: completed',
    'c 1 undone: gate exit code 1',
    'c 2 kept',
    'c: completed',
  ]);
});

test('a child takes no branch, and counts as one of the outcomes of the run', () => {
  const run = play(
    workflowOf([loop('a', { max: 1, until: 'NEVER' }, { branch: [jump('done', 'b')] }), parallel('all', 'a'), command('b')]),
  );
  expect(concluded(run)).toEqual(['a 1 kept', 'a: exhausted', 'all: completed', 'b: completed']);
  expect(ending(run)).toBe('succeeded exhausted');
});

test('a branch may lead back to a group, which runs all its children again', () => {
  const workflow = workflowOf([command('a'), parallel('all', 'a'), prompt('judge', { branch: [jump('AGAIN', 'all')] })]);
  const run = play(workflow, { script: { judge: [says('AGAIN'), says('fine')] } });
  expect(asked(run)).toEqual(['start', 'a', 'judge before', 'judge', 'a', 'judge before', 'judge', 'end']);
});

test('a branch to a child of a group leads to what follows it in the walk, which passes over children', () => {
  const workflow = workflowOf([
    command('ask', { branch: [jump('ON', 'b')] }),
    command('over'),
    command('b'),
    command('next'),
    parallel('all', 'b'),
  ]);
  const run = play(workflow, { script: { ask: [exits(0, 'ON')] } });
  expect(asked(run)).toEqual(['start', 'ask', 'next', 'b', 'end']);
});
