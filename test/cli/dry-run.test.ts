import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { pawl, repository, writeFiles } from './pawl.ts';

const workflow = `name: w
steps:
  - { id: a, command: ls }
  - { id: b, prompt: "do {{item}}", foreach: { items: a, max_parallel: 3 }, isolate: worktree }
  - { id: c, command: 'echo "$PAWL_ITEM"', expect: success, foreach: { items: [x, y] } }
  - { id: d, prompt: p, loop: { max: 2, until: OK, gate: { command: wc, measure: lower } } }
  - { id: e, approve: "Sure?", branch: [{ when: "NO", goto: end }] }
  - { id: f, workflow: other.yml }
`;

test('--dry-run tells what is repeated, measured, asked and worked on apart', async () => {
  const repo = repository();
  writeFiles(repo, { 'w.yml': workflow, 'other.yml': 'name: o\nsteps: [{ id: x, command: ls }]\n' });
  const { stdout, code } = await pawl(repo, ['run', 'w.yml', '--dry-run']);
  expect(code).toBe(0);
  expect(
    stdout
      .split('\n\n', 1)[0]
      ?.split('\n')
      .map((line) => line.replace(/ +/g, ' ')),
  ).toEqual([
    '▸ a command ls',
    '▸ b prompt any model "do {{item}}" for each item of a, 3 at once in a work tree of its own',
    '▸ c command echo "$PAWL_ITEM" (expects success) for each of 2 items',
    '▸ d prompt any model up to 2× until OK, gate: wc (lower is better) "p"',
    '▸ e approve "Sure?" → end on "NO"',
    '▸ f workflow other.yml',
  ]);
});

test('a work tree of its own needs a repository, and that is said before anything runs', async () => {
  const folder = scratchFolder();
  writeFiles(folder, { 'w.yml': 'name: w\nsteps: [{ id: a, command: touch ran, isolate: worktree }]\n' });
  const { code, stderr } = await pawl(folder, ['run', 'w.yml']);
  expect(code).toBe(2);
  expect(stderr).toContain('the step "a" asks for a work tree of its own');
});
