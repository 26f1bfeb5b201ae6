import { expect, test } from 'vitest';
import { type Answer, breaks, exits, fails } from './answers.ts';
import { play } from './played-run.ts';
import { asked, concluded, ending, finishedOf } from './told.ts';
import { command, loop, prompt, workflowOf } from './workflow-parts.ts';

const workflow = workflowOf([command('build'), loop('fix', { max: 3, gate: 'test' }), command('never')]);
const undoing: Readonly<Record<string, readonly Answer[]>> = { 'fix gate': [exits(1)] };

test.each<[string, Readonly<Record<string, readonly Answer[]>>, string[], string]>([
  ['fix before', {}, ['fix before', 'end'], 'the workspace could not be recorded: disk full'],
  ['fix answered', {}, ['fix answered', 'end'], 'the workspace could not be recorded: disk full'],
  ['fix after', {}, ['fix gate', 'fix after', 'end'], 'the workspace could not be recorded: disk full'],
  ['fix plan', {}, ['fix after', 'fix plan'], 'the iteration could not be committed: disk full'],
  ['fix commit', {}, ['fix plan', 'fix commit', 'end'], 'the iteration could not be committed: disk full'],
  ['fix left', undoing, ['fix gate', 'fix left', 'end'], 'nothing was put back, as the state to leave could not be recorded: disk full'],
  [
    'fix restore',
    undoing,
    ['fix left', 'fix restore', 'end'],
    'the workspace could not be put back (what was left is recorded as refs/pawl/r/try-1): disk full',
  ],
])('when %j cannot be done the loop ends at once and the run fails, nothing further tried', (what, script, last, reason) => {
  const run = play(workflow, { script: { ...script, [what]: [breaks('disk full')] } });
  expect(asked(run).slice(-last.length)).toEqual(last);
  expect(concluded(run)).toEqual(['build: completed', `fix 1 failed: ${reason}`, `fix (failed): fix failed: ${reason}`]);
  expect(ending(run)).toBe(`failed failed: fix failed: ${reason}`);
});

test.each([
  ['write before', {}],
  ['write left', { write: [fails('offline')] }],
  ['write restore', { write: [fails('offline')] }],
])('when %j of a prompt step cannot be done the step fails', (what, script) => {
  const run = play(workflowOf([command('build'), prompt('write'), command('never')]), {
    script: { ...script, [what]: [breaks('disk full')] },
  });
  expect(ending(run)).toMatch(/^failed failed: write failed: .*: disk full$/);
  expect(asked(run)).not.toContain('never');
});

test('a run whose start cannot be recorded begins no step', () => {
  const run = play(workflow, { script: { start: [breaks('disk full')] } });
  expect(asked(run)).toEqual(['start']);
  expect(ending(run)).toBe('failed failed: the workspace could not be recorded: disk full');
});

test('a run whose start cannot be recorded, cancelled meanwhile, is cancelled', () => {
  expect(ending(play(workflow, { cancelAfter: 1, script: { start: [breaks('disk full')] } }))).toBe('cancelled cancelled');
});

test('a run whose end cannot be recorded ends as it would have, and does not try again', () => {
  const run = play(workflowOf([command('build')]), { script: { end: [breaks('disk full')] } });
  expect(asked(run)).toEqual(['start', 'build', 'end']);
  expect(ending(run)).toBe('succeeded completed');
});

test('an attempt that could not be put back counts as failed, once', () => {
  const run = play(workflow, { script: { ...undoing, 'fix restore': [breaks('disk full')] } });
  expect(finishedOf(run.events).totals).toMatchObject({ kept: 1, undone: 0, failed: 1 });
});
