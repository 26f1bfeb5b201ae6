import { expect, test } from 'vitest';
import { play } from './played-run.ts';
import { concluded, ending } from './told.ts';
import { command, each, loop, parallel, prompt, workflowOf } from './workflow-parts.ts';

const stop = { type: 'deadline.passed', limitMs: 90_000 } as const;
const words = 'the run timed out after 1 min 30 s';

test('a run that has taken as long as it may has failed, and what was under way is put back', () => {
  const workflow = workflowOf([prompt('a'), loop('fix', { max: 2, gate: 'test' })]);
  const whole = play(workflow);
  for (let cancelAfter = 0; cancelAfter < whole.decisions - 2; cancelAfter++) {
    const run = play(workflow, { cancelAfter, stop });
    expect(ending(run)).toBe(`failed failed: ${words}`);
  }
});

test.each([
  ['a step', workflowOf([prompt('a')]), 2, `a (cancelled): a failed: ${words}`],
  ['a loop', workflowOf([loop('a', { max: 1 })]), 2, `a (cancelled): a stopped: ${words}`],
  ['a group', workflowOf([command('a'), parallel('g', 'a')]), 2, `g (cancelled): g stopped: ${words}`],
  ['items', workflowOf([command('a', { foreach: each() })]), 2, `a (cancelled): a stopped: ${words}`],
])('%s says so', (_, workflow, cancelAfter, line) => {
  expect(concluded(play(workflow, { cancelAfter, stop, items: ['x'] }))).toContain(line);
});
