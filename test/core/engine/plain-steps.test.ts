import { expect, test } from 'vitest';
import { type Answer, cannotStart, exits, fails, killedBy, says, timesOut } from './answers.ts';
import { play } from './played-run.ts';
import { asked, concluded, ending, finishedOf } from './told.ts';
import { command, loop, prompt, requiring, workflowOf } from './workflow-parts.ts';

type Case = readonly [name: string, expect: 'success' | 'failure' | null, answer: Answer, concluded: readonly string[]];

const passes = ['check: completed'];
const failsWith = (error: string): string[] => [`check (failed): check failed: ${error}`];

const failing = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split('check (failed): ').slice(1));

const commandCases: readonly Case[] = [
  ['exit 0 is fine', null, exits(0), passes],
  ['exit 1 is information', null, exits(1), passes],
  ['exit 125 is information', null, exits(125), passes],
  [
    'exit 126 is information, with a warning',
    null,
    exits(126),
    ['warning: check: exit code 126 (found, but not executable); the run goes on, as the step expects nothing', ...passes],
  ],
  [
    'exit 127 is information, with a warning',
    null,
    exits(127),
    ['warning: check: exit code 127 (command not found); the run goes on, as the step expects nothing', ...passes],
  ],
  ['exit 128 is information', null, exits(128), passes],
  ['death by a signal fails', null, killedBy('SIGKILL'), failsWith('ended by signal SIGKILL')],
  ['a timeout fails', null, timesOut(1000), failsWith('timed out after 1.0 s')],
  ['what cannot be started fails', null, cannotStart('no shell'), failsWith('no shell')],
  ['an expected success succeeds', 'success', exits(0), passes],
  ['an expected success that exits 1 fails', 'success', exits(1), failsWith('expected success, got exit code 1')],
  [
    'an expected success whose program is missing fails without a warning',
    'success',
    exits(127),
    failsWith('expected success, got exit code 127 (command not found)'),
  ],
  ['an expected success that is killed fails', 'success', killedBy('SIGTERM'), failsWith('ended by signal SIGTERM')],
  ['an expected failure that exits 1 passes', 'failure', exits(1), passes],
  ['an expected failure that exits 125 passes', 'failure', exits(125), passes],
  ['an expected failure that exits 255 passes', 'failure', exits(255), passes],
  ['an expected failure that exits 0 fails', 'failure', exits(0), failsWith('expected failure, got exit code 0')],
  [
    'a program that cannot be executed is no expected failure',
    'failure',
    exits(126),
    failsWith('expected failure, got exit code 126 (found, but not executable), which is a mistake in the command'),
  ],
  [
    'a program that is missing is no expected failure',
    'failure',
    exits(127),
    failsWith('expected failure, got exit code 127 (command not found), which is a mistake in the command'),
  ],
  ['death by a signal is no expected failure', 'failure', killedBy('SIGSEGV'), failsWith('ended by signal SIGSEGV')],
  ['a timeout is no expected failure', 'failure', timesOut(60_000), failsWith('timed out after 1 min')],
];

test.each(commandCases)('a command step: %s', (_, expected, answer, lines) => {
  const run = play(workflowOf([command('check', { expect: expected })]), { script: { check: [answer] } });
  expect(concluded(run)).toEqual(lines);
  const [error] = failing(lines);
  expect(ending(run)).toBe(error === undefined ? 'succeeded completed' : `failed failed: ${error}`);
});

test('a command step is neither recorded nor put back, and its output is what it printed with its exit code', () => {
  const run = play(workflowOf([command('check', { expect: 'success' })]), { script: { check: [exits(1, 'two tests failed')] } });
  expect(asked(run)).toEqual(['start', 'check', 'end']);
  expect(run.folder.text).toBe('yours+2');
  const passing = play(workflowOf([command('check')]), { script: { check: [exits(3, 'two tests failed')] } });
  expect(passing.events).toContainEqual({
    type: 'step.finished',
    step: 'check',
    item: 0,
    group: null,
    result: { ok: true, output: { text: 'two tests failed\nexit code: 3' }, outcome: 'completed' },
  });
});

test.each([
  [
    'the raw output, which the exit code is no part of',
    requiring({ contains: ['exit code'] }),
    'x',
    'require.contains: "exit code" is missing; attempted output: x',
  ],
  ['blank output', requiring({ nonEmpty: true }), ' \n', 'require.non_empty: the output is blank'],
  [
    'a last line',
    requiring({ lastLineRegex: '^ok$' }),
    'ok\nnot',
    'require.last_line_regex: the last line does not match ^ok$; attempted output: ok\nnot',
  ],
])('`require` of a command sees %s', (_, require, output, reason) => {
  const run = play(workflowOf([command('check', { require })]), { script: { check: [exits(0, output)] } });
  expect(ending(run)).toBe(`failed failed: check failed: ${reason}`);
});

test('what a command was expected to do is told before what its output lacks, and a warning is no part of a failure', () => {
  const missing = requiring({ contains: ['PASS'] });
  const both = play(workflowOf([command('check', { expect: 'success', require: missing })]), { script: { check: [exits(1)] } });
  expect(ending(both)).toBe('failed failed: check failed: expected success, got exit code 1');
  const absent = play(workflowOf([command('check', { require: missing })]), { script: { check: [exits(127)] } });
  expect(concluded(absent)).toEqual(['check (failed): check failed: require.contains: "PASS" is missing; the output is blank']);
});

test('a prompt step is recorded before it, and a success leaves its changes in the tree, uncommitted', () => {
  const run = play(workflowOf([prompt('write'), prompt('review')]));
  expect(asked(run)).toEqual(['start', 'write', 'review before', 'review', 'end']);
  expect(concluded(run)).toEqual(['write: completed', 'review: completed']);
  expect(run.folder).toMatchObject({ text: 'yours+2+4', head: 'commit-0' });
  expect(finishedOf(run.events).totals).toMatchObject({ kept: 2, undone: 0, failed: 0, calls: 2, commits: 0 });
});

test.each([
  ['its agent fails', prompt('review'), fails('offline'), 'offline'],
  [
    'its `require` is not met',
    prompt('review', { require: requiring({ until: 'LGTM' }) }),
    says('no'),
    'require.until: the word "LGTM" is missing; attempted output: no',
  ],
])('a prompt step is put back to what earlier steps left when %s, and ends the run', (_, review, answer, reason) => {
  const run = play(workflowOf([prompt('write'), review, prompt('never')]), { script: { review: [answer] } });
  expect(asked(run)).toEqual(['start', 'write', 'review before', 'review', 'review left', 'review restore']);
  expect(ending(run)).toBe(`failed failed: review failed: ${reason}`);
  expect(run.folder.text).toBe('yours+2');
});

test('in a plain folder nothing is recorded and nothing put back', () => {
  const run = play(workflowOf([prompt('write'), prompt('review')]), { workspace: 'plain', script: { review: [fails('offline')] } });
  expect(asked(run)).toEqual(['write', 'review']);
  expect(ending(run)).toBe('failed failed: review failed: offline');
  expect(run.folder.text).toBe('yours+1+2');
});

test('a step that fails ends the run, and no step after it is begun', () => {
  const run = play(workflowOf([command('check', { expect: 'success' }), command('never')]), { script: { check: [exits(1)] } });
  expect(concluded(run)).toEqual(['check (failed): check failed: expected success, got exit code 1']);
});

test('a workflow of nothing but children of groups that nobody opens ends at once', () => {
  expect(ending(play(workflowOf([])))).toBe('succeeded completed');
});

test.each([
  ['a prompt step', prompt('a'), true],
  ['an iteration of a loop', loop('a', { max: 2 }), false],
])('the journal says why %s is put back, and whether the step ends with it', (_, step, fatal) => {
  const { events } = play(workflowOf([step]), { script: { a: [fails('offline')] } });
  const because = { verdict: 'failed', reason: 'offline', fatal };
  expect(events.find((event) => event.type === 'snapshot.requested' && event.purpose === 'left')).toMatchObject({ because });
  expect(events.find((event) => event.type === 'restore.requested')).toMatchObject({ because });
});
