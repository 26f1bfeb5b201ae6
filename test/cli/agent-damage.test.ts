import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, linesOf, pawl, repository, scripted, writeFiles } from './pawl.ts';

const refused = 'name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 1, until: OK, gate: "false" } }\n';

/** A repository in which the user has work of every sort: staged, unstaged, untracked. */
function withUsersWork(): string {
  const repo = repository({ 'a.txt': 'one\n', 'b.txt': 'bee\n', '.gitignore': '*.env\n' });
  writeFiles(repo, { 'a.txt': 'my edit\n', 'mine.txt': 'mine\n', 'staged.txt': 's\n', 'x.env': 'secret\n' });
  git(repo, 'add', 'staged.txt');
  return repo;
}

const stateOf = (repo: string) => [
  git(repo, 'status', '--porcelain=v2', '--branch'),
  readFileSync(join(repo, 'a.txt'), 'utf8'),
  readFileSync(join(repo, 'mine.txt'), 'utf8'),
];

test.each([
  ['git clean -fdx', 'git clean -qfdx; echo broken > a.txt'],
  ['git clean -fdX and a hard reset', 'git clean -qfdX; git reset -q --hard; rm -f mine.txt'],
])('an agent that runs %s costs the user nothing that git does not ignore, and the run goes on', async (_, sh) => {
  const repo = withUsersWork();
  const before = stateOf(repo);
  const { code, stdout } = await pawl(repo, [...scripted(repo, refused, [{ sh }]), '--json']);
  expect(code).toBe(1);
  expect(linesOf(stdout).at(-1)).toMatchObject({ type: 'run.finished', error: expect.stringContaining('all 1 iterations failed') });
  expect(stateOf(repo)).toEqual(before);
});

test.each([
  ['rm -rf .pawl', 'rm -rf .pawl; echo broken > a.txt; rm mine.txt; git add -A'],
  ['git clean -ffdx', 'git clean -qffdx; echo broken > a.txt'],
])("an agent that removes the run's own state (%s) stops the run, and the user's work is put back all the same", async (_, sh) => {
  const repo = withUsersWork();
  const before = stateOf(repo);
  const { code, stderr } = await pawl(repo, scripted(repo, refused, [{ sh }]));
  expect(code).toBe(1);
  expect(stderr).toMatch(/\.pawl/);
  expect(stderr).toContain('put back');
  expect(stateOf(repo)).toEqual(before);
  expect(existsSync(join(repo, '.git', 'index.lock'))).toBe(false);
});
