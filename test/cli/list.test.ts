import { expect, test } from 'vitest';
import { linesOf, pawl, repository } from './pawl.ts';

test('list names the workflows that run here: yours first, marked, then the built-in ones they do not replace', async () => {
  const repo = repository({
    'pawl/mine.yml': 'name: Mine\ndescription: Does my thing\nsteps:\n  - { id: a, command: "true" }\n',
    'pawl/nothing-said-of-it.yml': 'name: Silent\nsteps:\n  - { id: a, command: "true" }\n',
    'pawl/self-test.yml': 'name: Ours\ndescription: Tests as we do\nsteps:\n  - { id: a, command: "true" }\n',
    'pawl/wrong.yml': 'name: Wrong\nsteps: 7\n',
  });
  const { stdout, code } = await pawl(repo, ['list']);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.slice(0, 4)).toEqual([
    '  mine               Does my thing  (yours)',
    '  nothing-said-of-it (yours)',
    '  self-test          Tests as we do  (yours)',
    '✗ wrong              pawl/wrong.yml has a mistake and was not run  (yours)',
  ]);
  expect(lines.filter((line) => line.includes('self-test'))).toHaveLength(1);
  const rows = linesOf((await pawl(repo, ['list', '--json'])).stdout);
  expect(rows).toHaveLength(lines.length);
  expect(rows[0]).toEqual({ v: 1, type: 'workflow', name: 'mine', description: 'Does my thing', builtIn: false, valid: true });
  expect(rows[3]).toMatchObject({ name: 'wrong', valid: false });
  expect(rows.slice(4).every(({ builtIn, valid }) => builtIn && valid)).toBe(true);
});
