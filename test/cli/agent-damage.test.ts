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

const keptAlways = 'name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 1, until: OK, gate: "true" } }\n';

test('work of yours that a kept try removed is named, comes back with undo, and the commit holds only what it did', async () => {
  const repo = withUsersWork();
  const before = stateOf(repo);
  const { stdout, code } = await pawl(
    repo,
    scripted(repo, keptAlways, [{ sh: 'rm mine.txt staged.txt; git checkout -q a.txt; echo 1 > new', reply: 'OK' }]),
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/kept {2}[0-9a-f]{7} {2}1 file \+1 −0/);
  expect(stdout).toMatch(
    /! uncommitted work, yours or of a step before, is gone from the files, by what the agent did in a try that was kept: a\.txt, mine\.txt, staged\.txt \(pawl undo \w+ brings back what was there before the run\)/,
  );
  expect(git(repo, 'diff', '--name-only', 'main', 'HEAD').trim()).toBe('new');
  expect((await pawl(repo, ['undo', 'last'])).code).toBe(0);
  expect(stateOf(repo)).toEqual(before);
});

test('a kept try with nothing to commit still gives back branch, staging and stash, and says what is gone', async () => {
  const repo = withUsersWork();
  git(repo, 'stash', 'store', '-q', '-m', 'my stash', git(repo, 'stash', 'create').trim());
  const stashes = git(repo, 'stash', 'list');
  const { stdout, code } = await pawl(
    repo,
    scripted(repo, keptAlways, [{ sh: 'git stash -q -u; git checkout -q -b evil; git commit -q --allow-empty -m sneaky', reply: 'OK' }]),
  );
  expect(code).toBe(0);
  expect(stdout).toContain('kept, nothing to commit');
  expect(stdout).toContain('uncommitted work, yours or of a step before, is gone');
  expect(stdout).toMatch(/branch evil, made since, is gone/);
  expect(git(repo, 'branch', '--show-current').trim()).toBe('main');
  expect(git(repo, 'branch', '--list', 'evil')).toBe('');
  expect(git(repo, 'stash', 'list')).toBe(stashes);
  expect((await pawl(repo, ['undo', 'last'])).code).toBe(0);
  expect(readFileSync(join(repo, 'mine.txt'), 'utf8')).toBe('mine\n');
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('my edit\n');
});

test('a kept try that leaves all as it was says so and makes no commit', async () => {
  const repo = withUsersWork();
  const before = stateOf(repo);
  const { stdout } = await pawl(repo, scripted(repo, keptAlways, [{ reply: 'OK' }]));
  expect(stdout).toContain('kept, nothing changed');
  expect(stdout).not.toContain('!');
  expect(stateOf(repo)).toEqual(before);
});
