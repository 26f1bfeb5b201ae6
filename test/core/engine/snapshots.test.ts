import { expect, test } from 'vitest';
import { exits, fails, says } from './answers.ts';
import { play } from './played-run.ts';
import { command, loop, parallel, prompt, workflowOf } from './workflow-parts.ts';

const names = (run: ReturnType<typeof play>): string[] =>
  run.events.flatMap((event) => (event.type === 'snapshot.requested' ? [event.name] : []));

const idle = says('idle', { writes: false });

test.each([
  ['the record of the start serves the first prompt step', [prompt('a')], {}, ['start', 'end']],
  ['a command in between makes it stale', [command('c'), prompt('a')], {}, ['start', '3-a-before', 'end']],
  [
    'a prompt in between makes it stale, even one that changed nothing',
    [prompt('a'), prompt('b')],
    { a: [idle] },
    ['start', '3-b-before', 'end'],
  ],
  [
    'a group in between makes it stale, whatever its children did',
    [command('c'), parallel('all', 'c'), prompt('a')],
    {},
    ['start', '3-a-before', 'end'],
  ],
  ['a workspace that was just put back needs no record, at the end neither', [prompt('a')], { a: [fails('offline')] }, ['start', 'try-1']],
  [
    'an iteration that changed nothing leaves its record to the next one',
    [loop('a', { max: 2 })],
    { a: [idle] },
    ['start', '3-a-1-after', '6-a-2-after'],
  ],
  ['a commit makes all records stale', [loop('a', { max: 2 })], {}, ['start', '3-a-1-after', '6-a-2-before', '8-a-2-after', 'end']],
  ['a gate makes the record before it stale', [loop('a', { max: 1, gate: 't' })], {}, ['start', '3-a-1-answered', '5-a-1-after', 'end']],
  [
    'attempts that were put back are numbered through the run',
    [loop('a', { max: 3, gate: 't' }), loop('b', { max: 1 })],
    { a: [fails('x'), says('y'), says('z')], 'a gate': [exits(1), exits(0)], b: [fails('x')] },
    ['start', 'try-1', '6-a-2-answered', 'try-2', '11-a-3-answered', '13-a-3-after', '16-b-1-before', 'try-3'],
  ],
])('%s', (_, steps, script, expected) => {
  expect(names(play(workflowOf(steps), { script }))).toEqual(expected);
});

test.each([
  ['Fix the CI', '3-fix-the-ci-before'],
  ['../../HEAD.lock', '3-head-lock-before'],
  ['--', '3-workflow-before'],
  ['ünï@{1}', '3-ünï-1-before'],
])('the step %j is recorded as %j', (id, name) => {
  expect(names(play(workflowOf([command('c'), prompt(id)])))[1]).toBe(name);
});
