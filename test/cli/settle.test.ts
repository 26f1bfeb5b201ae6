import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killedRun } from './killed-run.ts';
import { leftSleeping, sleepSeconds } from './left-running.ts';
import { endOf, git, linesOf, pawl, printed, repository, scripted, startPawl, writeFiles } from './pawl.ts';

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
  const ref = /git diff \S+ (\S+)/.exec(stdout)?.[1] as string;
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
  const ref = /git diff \S+ (\S+)/.exec(stdout)?.[1] as string;
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

test('undo after a crash: what the run recorded last is put back without a word, anything else only with --anyway', async () => {
  const repo = repository();
  writeFiles(repo, { 'mine.txt': 'mine\n' });
  const untouched = await killedRun(repo, 'true');
  expect(leftSleeping().length).toBe(1);
  expect((await pawl(repo, ['undo', untouched])).code).toBe(0);
  // What the dead run had left at work would change what is put back.
  expect(leftSleeping()).toEqual([]);
  const run = await killedRun(repo, 'echo broken > a.txt');
  const refused = await pawl(repo, ['undo', run, '--json']);
  expect(refused.code).toBe(1);
  const [error] = linesOf(refused.stderr);
  expect(error).toMatchObject({ code: 'run/not-finished', hint: expect.stringContaining(`pawl undo ${run} --anyway`) });
  expect(error.message).toContain('a.txt');
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('broken\n');
  const { stdout, code } = await pawl(repo, ['undo', run, '--anyway', '--json']);
  expect(code).toBe(0);
  expect(linesOf(stdout)).toMatchObject([{ type: 'undone', run, notes: [] }]);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\n');
  expect(readFileSync(join(repo, 'mine.txt'), 'utf8')).toBe('mine\n');
  const ref = /git diff \S+ (\S+)/.exec(linesOf(stdout)[0].said)?.[1] as string;
  expect(git(repo, 'show', `${ref}:a.txt`)).toBe('broken\n');
});

test.each([['apply'], ['undo']])('%s is done, and says so, when the journal cannot take a note of it', async (command) => {
  const repo = repository();
  const run = await ranIn(repo);
  // A journal that is replaced under the command's hands, by the first git that it starts.
  const tools = join(repo, '..', 'tools');
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  const db = join(repo, '.pawl', 'journal.db');
  writeFiles(tools, {
    git: `#!/bin/sh\n[ -e "$0.done" ] || { cp '${db}' '${db}.new'; mv '${db}.new' '${db}'; : > "$0.done"; }\nexec '${real}' "$@"\n`,
  });
  chmodSync(join(tools, 'git'), 0o755);
  const { stdout, code } = await pawl(repo, [command, run, '--json'], { PATH: `${tools}:${process.env.PATH}` });
  expect(code).toBe(0);
  const [settled] = linesOf(stdout);
  expect(settled.type).toBe(command === 'apply' ? 'applied' : 'undone');
  expect(settled.notes.join()).toContain('it is done, but the journal could not take a note of it');
});

test('a run that another one owns the workspace of is not settled', async () => {
  const repo = repository();
  const run = await ranIn(repo);
  const child = startPawl(repo, [...scripted(repo, `name: w\nsteps:\n  - { id: a, command: "sleep ${sleepSeconds}" }\n`), '--json']);
  const ended = endOf(child);
  const other = JSON.parse(await printed(child, (line) => line.includes('"command.requested"'))).run;
  for (const argv of [['undo', run], ['apply', run], ['gc']]) {
    const { stderr, code } = await pawl(repo, [...argv, '--json']);
    expect(code).toBe(1);
    const [error] = linesOf(stderr);
    expect(error.message).toContain(`run ${other} (process ${child.pid} on `);
    expect(error).toMatchObject({ code: 'run/workspace-busy', hint: `wait for it, or: pawl cancel ${other}` });
  }
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
});

test('a run that was undone is not undone again, nor applied, without a word', async () => {
  const repo = repository();
  const run = await ranIn(repo);
  expect((await pawl(repo, ['undo', run])).code).toBe(0);
  for (const [command, message] of [
    ['undo', `run ${run} was undone already`],
    ['apply', `run ${run} was undone, so there is nothing to take`],
  ] as const) {
    const { stderr, code } = await pawl(repo, [command, run, '--json']);
    expect(code).toBe(1);
    expect(linesOf(stderr)).toMatchObject([{ code: 'run/changed-since', message, hint: expect.any(String) }]);
  }
  expect(git(repo, 'branch', '--show-current').trim()).toBe('main');
});

test('an applied run is taken back only with --anyway', async () => {
  const repo = repository();
  const before = git(repo, 'rev-parse', 'main');
  const run = await ranIn(repo);
  await pawl(repo, ['apply', run]);
  const { stderr, code } = await pawl(repo, ['undo', run, '--json']);
  expect(code).toBe(1);
  const [error] = linesOf(stderr);
  expect(error).toMatchObject({ code: 'run/changed-since', hint: expect.stringContaining(`pawl undo ${run} --anyway`) });
  expect(error.message).toContain('was applied');
  expect(git(repo, 'rev-parse', 'main')).not.toBe(before);
  expect((await pawl(repo, ['undo', run, '--anyway'])).code).toBe(0);
  expect(git(repo, 'rev-parse', 'main')).toBe(before);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\n');
});

test('a run says before its first step that the one before it is not finished, until that was undone', async () => {
  const repo = repository();
  const killed = await killedRun(repo, 'true');
  const said = `! run ${killed} is not finished: pawl resume ${killed}  takes it up again, pawl undo ${killed}  puts back what it changed`;
  const run = () => pawl(repo, scripted(repo, 'name: w\nsteps:\n  - { id: first, command: "true" }\n'));
  const lines = (await run()).stdout.split('\n');
  expect(lines.filter((line) => line === said)).toHaveLength(1);
  expect(lines.indexOf(said)).toBeLessThan(lines.findIndex((line) => line.includes('first')));
  expect((await run()).stdout).not.toContain('is not finished');
  const again = await killedRun(repo, 'true');
  await pawl(repo, ['undo', again, '--anyway']);
  expect((await run()).stdout).not.toContain('is not finished');
});

test('beside a run that waits for a person another one says how to answer it', async () => {
  const repo = repository();
  const asks = 'name: w\nsteps:\n  - { id: sure, approve: "Sure?" }\n';
  expect((await pawl(repo, scripted(repo, asks))).code).toBe(4);
  const { stdout } = await pawl(repo, scripted(repo, 'name: w\nsteps:\n  - { id: first, command: "true" }\n'));
  expect(stdout).toMatch(/! run (\w+) waits for you: pawl approve \1 {2}answers it, pawl undo \1 {2}puts back what it changed\n/);
});
