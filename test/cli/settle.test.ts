import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, linesOf, pawl, repository, scripted, writeFiles } from './pawl.ts';

const keeping =
  'name: w\nsteps:\n  - { id: tool, command: "echo tool > tool.txt" }\n  - { id: fix, prompt: x, loop: { max: 3, until: DONE, gate: "true" } }\n';
const replies = [{ write: { 'a.txt': 'two\n' } }, { write: { 'b.txt': 'new\n' }, reply: 'DONE' }];

async function ranIn(repo: string): Promise<string> {
  const { stdout, code } = await pawl(repo, [...scripted(repo, keeping, replies), '--json']);
  expect(code).toBe(0);
  return linesOf(stdout)[0].run;
}

test('apply fast-forwards the branch the run came from and goes back to it', async () => {
  const repo = repository();
  writeFiles(repo, { 'mine.txt': 'mine\n' });
  const run = await ranIn(repo);
  expect(git(repo, 'branch', '--show-current').trim()).toBe(`pawl/w/${run}`);
  const { stdout, code } = await pawl(repo, ['apply', run]);
  expect(code).toBe(0);
  expect(stdout).toContain('main');
  expect(git(repo, 'branch', '--show-current').trim()).toBe('main');
  expect(git(repo, 'log', '--format=%s', 'main').trim().split('\n')).toEqual(['w: fix iteration 2', 'w: fix iteration 1', 'first']);
  expect(git(repo, 'status', '--porcelain').trim().split('\n').sort()).toEqual(['?? mine.txt', '?? tool.txt']);
  expect((await pawl(repo, ['runs'])).stdout).toContain('applied');
});

test('apply refuses, with the reason, where the branch has gone on by itself', async () => {
  const repo = repository();
  const run = await ranIn(repo);
  git(repo, 'checkout', '-q', 'main');
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'meanwhile');
  const head = git(repo, 'rev-parse', 'main');
  const { stderr, code } = await pawl(repo, ['apply', run]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/main/);
  expect(git(repo, 'rev-parse', 'main')).toBe(head);
});

test('undo puts everything back to before the run: files, staging, branch, modes', async () => {
  const repo = repository({ 'a.txt': 'one\n', 'gone.txt': 'g\n' });
  writeFiles(repo, { 'mine.txt': 'mine\n', 'staged.txt': 's\n', 'secret.txt': 'k\n' });
  chmodSync(join(repo, 'secret.txt'), 0o600);
  git(repo, 'add', 'staged.txt');
  const before = [git(repo, 'status', '--porcelain=v2', '--branch'), git(repo, 'for-each-ref', 'refs/heads')];
  const run = await ranIn(repo);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('two\n');
  const { stdout, code } = await pawl(repo, ['undo', run]);
  expect(code).toBe(0);
  expect(stdout).toContain('everything is as it was before');
  expect([git(repo, 'status', '--porcelain=v2', '--branch'), git(repo, 'for-each-ref', 'refs/heads')]).toEqual(before);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\n');
  expect(existsSync(join(repo, 'b.txt'))).toBe(false);
  expect(existsSync(join(repo, 'tool.txt'))).toBe(false);
  expect(statSync(join(repo, 'secret.txt')).mode & 0o777).toBe(0o600);
  // What was undone is kept to look at, by the words that were printed.
  const ref = /git diff (\S+)/.exec(stdout)?.[1] as string;
  expect(git(repo, 'show', `${ref}:b.txt`)).toBe('new\n');
});

test('undo refuses when something has changed since, unless asked to undo that too', async () => {
  const repo = repository();
  const run = await ranIn(repo);
  writeFiles(repo, { 'later.txt': 'my own work\n' });
  const refused = await pawl(repo, ['undo', run]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('later.txt');
  expect(readFileSync(join(repo, 'later.txt'), 'utf8')).toBe('my own work\n');
  const { stdout, code } = await pawl(repo, ['undo', run, '--anyway']);
  expect(code).toBe(0);
  expect(existsSync(join(repo, 'later.txt'))).toBe(false);
  const ref = /git diff (\S+)/.exec(stdout)?.[1] as string;
  expect(git(repo, 'show', `${ref}:later.txt`)).toBe('my own work\n');
});

test('a run of commands alone can be undone too', async () => {
  const repo = repository();
  const workflow = 'name: w\nsteps:\n  - { id: a, command: "rm a.txt; echo x > new.txt" }\n';
  await pawl(repo, scripted(repo, workflow));
  expect((await pawl(repo, ['undo', 'last'])).code).toBe(0);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\n');
  expect(existsSync(join(repo, 'new.txt'))).toBe(false);
});

test('gc removes what old runs keep and leaves commits and branches', async () => {
  const repo = repository();
  const run = await ranIn(repo);
  expect(git(repo, 'for-each-ref', `refs/pawl/${run}`)).not.toBe('');
  const dry = await pawl(repo, ['gc', '--older-than', '1ms', '--dry-run', '--json']);
  expect(linesOf(dry.stdout)[0]).toMatchObject({ dryRun: true, runs: [run] });
  expect(linesOf((await pawl(repo, ['runs', '--json'])).stdout).length).toBe(1);
  const kept = linesOf((await pawl(repo, ['gc', '--json'])).stdout)[0];
  expect(kept.runs).toEqual([]);
  expect((await pawl(repo, ['undo', run])).code).toBe(0);
  const done = linesOf((await pawl(repo, ['gc', '--older-than', '1ms', '--json'])).stdout)[0];
  expect(done.runs).toEqual([run]);
  expect(done.blobs).toBeGreaterThan(0);
  expect(git(repo, 'for-each-ref', 'refs/pawl')).toBe('');
  expect(linesOf((await pawl(repo, ['runs', '--json'])).stdout)).toEqual([]);
  expect(existsSync(join(repo, '.pawl', 'runs', run))).toBe(false);
});
