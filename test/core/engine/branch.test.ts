import { expect, test } from 'vitest';
import { exits, fails, says } from './answers.ts';
import { play } from './played-run.ts';
import { asked, concluded, ending } from './told.ts';
import { command, jump, loop, prompt, requiring, workflowOf } from './workflow-parts.ts';

test('a branch skips the steps between, and the walk goes on behind its target', () => {
  const run = play(workflowOf([prompt('ask', { branch: [jump('SHIP', 'ship')] }), command('skipped'), command('ship'), command('after')]), {
    script: { ask: [says('ship it')] },
  });
  expect(asked(run)).toEqual(['start', 'ask', 'ship', 'after', 'end']);
  expect(concluded(run)[1]).toBe('ask -> ship');
});

test('the first branch whose word stands in the text wins, and none is taken where no word stands', () => {
  const ask = prompt('ask', { branch: [jump('RED', 'red'), jump('GREEN', 'green')] });
  const workflow = workflowOf([ask, command('next'), command('red'), command('green')]);
  const went = (reply: string) => concluded(play(workflow, { script: { ask: [says(reply)] } }))[1];
  expect(went('green, not red')).toBe('ask -> red');
  expect(went('green')).toBe('ask -> green');
  expect(went('evergreen')).toBe('next: completed');
});

test('a command branches on its output with the exit code', () => {
  const run = play(workflowOf([command('check', { branch: [jump('exit code: 3', 'end')] }), command('next')]), {
    script: { check: [exits(3)] },
  });
  expect(concluded(run)).toEqual(['check: completed', 'check -> (the end)']);
});

test('a loop branches on what its last kept iteration said', () => {
  const fix = loop('fix', { max: 2 }, { branch: [jump('STOP', 'end')] });
  const went = (answers: readonly ReturnType<typeof says>[]) =>
    concluded(play(workflowOf([fix, command('next')]), { script: { fix: answers } })).at(-1);
  expect(went([says('STOP'), fails('STOP')])).toBe('fix -> (the end)');
  expect(went([says('STOP'), says('go')])).toBe('next: completed');
});

test('a step that failed takes no branch', () => {
  const ask = prompt('ask', { require: requiring({ contains: ['x'] }), branch: [jump('STOP', 'end')] });
  expect(ending(play(workflowOf([ask]), { script: { ask: [says('STOP')] } }))).toMatch(/^failed failed: ask failed: require/);
});

test('`goto: end` ends the run, unless a step is called so', () => {
  const ask = command('ask', { branch: [jump('exit code: 0', 'end')] });
  expect(concluded(play(workflowOf([ask, command('next')])))).toEqual(['ask: completed', 'ask -> (the end)']);
  expect(concluded(play(workflowOf([ask, command('next'), command('end')])))).toEqual(['ask: completed', 'ask -> end', 'end: completed']);
});

test('a hundred jumps are made; the one after them is an error', () => {
  const round = workflowOf([command('round', { branch: [jump('AGAIN', 'round')] })]);
  const times = (count: number) =>
    play(round, { script: { round: [...Array.from({ length: count }, () => exits(0, 'AGAIN')), exits(0)] } });
  const enough = times(100);
  expect(ending(enough)).toBe('succeeded completed');
  expect(enough.state.jumps).toBe(100);
  const over = times(101);
  expect(ending(over)).toMatch(/^failed failed: round failed: branch limit exceeded: 100 jumps in one run/);
  expect(asked(over).filter((what) => what === 'round')).toHaveLength(101);
});

test('a workflow that was not validated, whose branch leads nowhere, is our own mistake', () => {
  const lost = workflowOf([command('ask', { branch: [jump('exit code: 0', 'nowhere')] })]);
  expect(() => play(lost)).toThrow('the journal names the step "nowhere", which the workflow does not have');
});
