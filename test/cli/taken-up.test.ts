import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { leftSleeping, sleepSeconds } from './left-running.ts';
import { endOf, git, linesOf, pawl, printed, repository, scripted, startPawl, writeFiles } from './pawl.ts';

const files = { 'a.txt': 'one\n', 'mine.txt': 'mine\n' };
const replies = [{ write: { 'a.txt': 'agent\n' } }];

/** A run whose process was killed while its gate slept; the gate accepts when it runs again. */
async function killedInGate(repo: string): Promise<string> {
  onTestFinished(() => {
    for (const pid of leftSleeping()) process.kill(pid, 'SIGKILL');
  });
  const gate = `test -e ../asleep && exit 0; touch ../asleep; exec sleep ${sleepSeconds}`;
  const workflow = `name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 1, gate: "${gate}" } }\n`;
  const child = startPawl(repo, [...scripted(repo, workflow, replies), '--json']);
  const ended = endOf(child);
  const line = await printed(child, (text) => text.includes('"gate.requested"'));
  await vi.waitUntil(() => existsSync(join(repo, '..', 'asleep')) && leftSleeping().length > 0, 20_000);
  child.kill('SIGKILL');
  await ended;
  return JSON.parse(line).run;
}

/** A run whose process was killed when it was about to write files; `step` says $ARM from where on. */
async function killedInRestore(repo: string, step: string): Promise<void> {
  const folder = join(dirname(repo), 'deadly');
  mkdirSync(folder);
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  const armed = join(folder, 'armed');
  const deadly = `#!/bin/sh\ncase "$*" in *"read-tree --reset -u"*) test -e ${armed} && kill -9 $PPID && exit 1;; esac\nexec ${real} "$@"\n`;
  writeFileSync(join(folder, 'git'), deadly);
  chmodSync(join(folder, 'git'), 0o755);
  const workflow = `name: w\nsteps:\n  - ${step.replace('$ARM', `touch ${armed}`)}\n`;
  const path = `${folder}:${process.env.PATH}`;
  expect((await pawl(repo, scripted(repo, workflow, replies), { PATH: path })).code).toBe(null);
}

const read = (repo: string, path: string): string => readFileSync(join(repo, path), 'utf8');

const putBack = '{ id: fix, prompt: x, loop: { max: 1, gate: "$ARM; false" } }';
const merged = '{ id: fix, isolate: worktree, command: "$ARM; echo theirs > a.txt" }';

/** A run whose process was killed when it worked out what a step's own tree and the user's come to. */
async function killedInMerge(repo: string): Promise<void> {
  const folder = join(dirname(repo), 'deadly');
  mkdirSync(folder);
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  writeFileSync(join(folder, 'git'), `#!/bin/sh\ncase "$*" in *"merge-file"*) kill -9 $PPID; exit 1;; esac\nexec ${real} "$@"\n`);
  chmodSync(join(folder, 'git'), 0o755);
  const lines = (first: string, last: string): string => [first, ...'bcdefghij', last].join('\n');
  writeFiles(repo, { 'a.txt': lines('a', 'k') });
  const each = (n: number, edit: string): string => `  - { id: s${n}, isolate: worktree, command: "sed -i ${edit} a.txt" }\n`;
  const workflow = `name: w\nsteps:\n  - { id: all, parallel: [s1, s2] }\n${each(1, '1s/.*/first/')}${each(2, '11s/.*/last/')}`;
  expect((await pawl(repo, scripted(repo, workflow), { PATH: `${folder}:${process.env.PATH}` })).code).toBe(null);
}

/** The files that differ between the two states of the command that is said, as git shows them. */
function differenceSaid(repo: string, said: string): string {
  const [, from, to] = /is kept: git diff (pawl\/\S+) (pawl\/[^\s;]+)/.exec(said) ?? [];
  return git(repo, 'diff', `${from}`, `${to}`);
}

test.each(['resume', 'cancel'])('what is edited after a kill in a gate is kept, and pawl %s says where', async (command) => {
  const repo = repository(files);
  const run = await killedInGate(repo);
  writeFiles(repo, { 'mine.txt': 'edited since\n', 'new.txt': 'new since\n' });
  const { code, stdout, stderr } = await pawl(repo, [command, run]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('what was in the files when it was taken up (mine.txt, new.txt) is kept');
  expect(read(repo, 'mine.txt')).toBe('mine\n');
  const difference = differenceSaid(repo, stdout);
  expect(difference).toContain('+edited since');
  expect(difference).toContain('+new since');
  const shown = await pawl(repo, ['show', run, '--all']);
  expect(differenceSaid(repo, shown.stdout.replace(/\n {2}/g, ' '))).toBe(difference);
});

test.each([
  ['a put-back', putBack, 'one\n'],
  ['the bringing in of merged changes', merged, 'theirs\n'],
])('what is edited after a kill in %s is kept, and it says where', async (_, step, then) => {
  const repo = repository(files);
  await killedInRestore(repo, step);
  writeFiles(repo, { 'mine.txt': 'edited since\n', 'new.txt': 'new since\n' });
  const { stdout } = await pawl(repo, ['resume', 'last']);
  expect(stdout).toContain('what was in the files when it was taken up (mine.txt, new.txt) is kept');
  expect([read(repo, 'a.txt'), read(repo, 'mine.txt'), existsSync(join(repo, 'new.txt'))]).toEqual([then, 'mine\n', false]);
  expect(differenceSaid(repo, stdout)).toContain('+edited since');
  expect(differenceSaid(repo, stdout)).toContain('+new since');
});

test('what is edited after a kill in a merge stays, as the merge is worked out anew', async () => {
  const repo = repository(files);
  await killedInMerge(repo);
  writeFiles(repo, { 'mine.txt': 'edited since\n', 'new.txt': 'new since\n' });
  git(repo, 'add', 'new.txt');
  const { code, stderr } = await pawl(repo, ['resume', 'last']);
  expect([code, stderr]).toEqual([0, '']);
  expect([read(repo, 'mine.txt'), read(repo, 'new.txt'), git(repo, 'ls-files', 'new.txt')]).toEqual([
    'edited since\n',
    'new since\n',
    'new.txt\n',
  ]);
  expect(read(repo, 'a.txt')).toBe(['first', ...'bcdefghij', 'last'].join('\n'));
});

test('a put-back that was cut short and that nobody touched since is finished without a word', async () => {
  const repo = repository(files);
  await killedInRestore(repo, putBack);
  const { stdout } = await pawl(repo, ['resume', 'last']);
  expect(stdout).not.toContain('is kept: git diff');
  expect(stdout).toMatch(/git diff pawl\/\S+\/start pawl\/\S+\/try-1/);
  expect(read(repo, 'a.txt')).toBe('one\n');
});

test.each(['resume', 'cancel'])(
  'pawl %s is refused after a commit on main, and touches nothing; with --anyway that is kept',
  async (command) => {
    const repo = repository(files);
    const run = await killedInGate(repo);
    writeFiles(repo, { 'mine.txt': 'committed since\n' });
    git(repo, 'commit', '-q', 'mine.txt', '-m', 'mine');
    const [commit, status] = [git(repo, 'rev-parse', 'main').trim(), git(repo, 'status', '--porcelain')];
    const refused = await pawl(repo, [command, run, '--json']);
    expect(refused.code).toBe(1);
    expect(linesOf(refused.stderr).at(-1)).toMatchObject({ code: 'run/changed-since' });
    expect(refused.stderr).toContain('main');
    expect(refused.stderr).toContain(`pawl ${command} ${run} --anyway`);
    expect([git(repo, 'rev-parse', 'main').trim(), git(repo, 'status', '--porcelain')]).toEqual([commit, status]);
    const taken = await pawl(repo, [command, run, '--anyway']);
    expect([taken.code, taken.stderr]).toEqual([0, '']);
    expect(taken.stdout).toContain('branches or tags moved (main)');
    const [, held] = /git for-each-ref (refs\/pawl\/[^\s;]+)/.exec(taken.stdout) ?? [];
    expect(git(repo, 'for-each-ref', '--format=%(objectname)', `${held}`)).toContain(commit);
    expect(differenceSaid(repo, taken.stdout)).toContain('+committed since');
  },
);

/** A run that is killed when it is about to make (or has just made) its first commit; `git` words of the calls that count. */
async function killedAtCommit(repo: string, workflow: string, when: 'before' | 'after'): Promise<void> {
  const folder = join(dirname(repo), 'deadly');
  mkdirSync(folder);
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  const dead = when === 'before' ? 'kill -9 $PPID; exit 1' : `${real} "$@"; kill -9 $PPID; exit 1`;
  // HEAD goes to the run's branch in each commit that makes it, and nowhere else.
  const deadly = `#!/bin/sh\ncase "$*" in *"symbolic-ref"*"HEAD refs/heads/pawl/"*) ${dead};; esac\nexec ${real} "$@"\n`;
  writeFileSync(join(folder, 'git'), deadly);
  chmodSync(join(folder, 'git'), 0o755);
  expect((await pawl(repo, scripted(repo, workflow, replies), { PATH: `${folder}:${process.env.PATH}` })).code).toBe(null);
}

const keeping = 'name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 1, gate: "true" } }\n';
const within = 'name: o\nsteps:\n  - { id: in, workflow: inner.yml }\n';

describe.each(['before', 'after'] as const)('killed %s HEAD went to the commit', (when) => {
  test('pawl undo asks nothing where only the run has changed anything', async () => {
    const repo = repository(files);
    await killedAtCommit(repo, keeping, when);
    const { code, stderr } = await pawl(repo, ['undo', 'last']);
    expect([code, stderr]).toEqual([0, '']);
    expect([read(repo, 'a.txt'), git(repo, 'status', '--porcelain', '--branch')]).toEqual(['one\n', '## main\n']);
  });

  test('pawl undo asks where a person has changed something besides', async () => {
    const repo = repository(files);
    await killedAtCommit(repo, keeping, when);
    writeFiles(repo, { 'mine.txt': 'edited since\n' });
    const { code, stderr } = await pawl(repo, ['undo', 'last']);
    expect([code, read(repo, 'mine.txt')]).toEqual([1, 'edited since\n']);
    expect(stderr).toContain('1 file differs (mine.txt)');
  });

  test('what is staged since is kept, and pawl resume says where', async () => {
    const repo = repository(files);
    await killedAtCommit(repo, keeping, when);
    writeFiles(repo, { 'new.txt': 'staged since\n' });
    git(repo, 'add', 'new.txt');
    writeFiles(repo, { 'new.txt': 'edited since\n' });
    const staged = git(repo, 'rev-parse', ':new.txt').trim();
    const { code, stdout } = await pawl(repo, ['resume', 'last']);
    expect([code, read(repo, 'new.txt')]).toEqual([0, 'edited since\n']);
    expect(stdout).toContain('is kept: git diff');
    expect(git(repo, 'rev-list', '--objects', '--all')).toContain(staged);
    expect(git(repo, 'log', '--format=%s', '-1')).toBe('w: fix iteration 1\n');
  });

  test('pawl resume is refused where something was stashed since; with --anyway that is kept', async () => {
    const repo = repository(files);
    await killedAtCommit(repo, keeping, when);
    writeFiles(repo, { 'mine.txt': 'stashed since\n' });
    git(repo, 'stash', 'push', '-q', 'mine.txt');
    const stash = git(repo, 'rev-parse', 'refs/stash').trim();
    const refused = await pawl(repo, ['resume', 'last']);
    expect([refused.code, git(repo, 'rev-parse', 'refs/stash').trim()]).toEqual([1, stash]);
    expect(refused.stderr).toContain('refs/stash');
    const { code, stdout } = await pawl(repo, ['resume', 'last', '--anyway']);
    expect(code).toBe(0);
    expect(stdout).toContain('is kept: git diff');
    expect(git(repo, 'rev-list', '--all').split('\n')).toContain(stash);
  });

  test('of a run within it, too, pawl undo asks nothing', async () => {
    const repo = repository(files);
    writeFiles(dirname(repo), { 'inner.yml': keeping });
    await killedAtCommit(repo, within, when);
    const { code, stderr } = await pawl(repo, ['undo', 'last']);
    expect([code, stderr]).toEqual([0, '']);
    expect([read(repo, 'a.txt'), git(repo, 'status', '--porcelain', '--branch')]).toEqual(['one\n', '## main\n']);
  });
});

test.each([
  ['in a put-back', putBack],
  ['when merged changes came in', merged],
])('killed %s, pawl undo asks nothing where only the run has changed anything', async (_, step) => {
  const repo = repository(files);
  await killedInRestore(repo, step);
  const { code, stderr } = await pawl(repo, ['undo', 'last']);
  expect([code, stderr]).toEqual([0, '']);
  expect([read(repo, 'a.txt'), git(repo, 'status', '--porcelain', '--branch')]).toEqual(['one\n', '## main\n']);
});

test.each([
  ['the run', 'name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 1, gate: "true" } }\n  - { id: wait, command: "kill -9 $PPID" }\n'],
  ['a run within it', `${within}  - { id: wait, command: "kill -9 $PPID" }\n`],
])('killed in a command behind a commit of %s, pawl undo asks nothing where the command changed nothing', async (_, workflow) => {
  const repo = repository(files);
  writeFiles(dirname(repo), { 'inner.yml': keeping });
  expect((await pawl(repo, scripted(repo, workflow, replies))).code).toBe(null);
  expect(git(repo, 'log', '--format=%s', '-1')).toBe('w: fix iteration 1\n');
  const { code, stderr } = await pawl(repo, ['undo', 'last']);
  expect([code, stderr]).toEqual([0, '']);
  expect([read(repo, 'a.txt'), git(repo, 'status', '--porcelain', '--branch')]).toEqual(['one\n', '## main\n']);
});

test.each(['a repository', 'a plain folder'])(
  'what a run that was cut off has left at work in %s is ended before the next run begins',
  async (where) => {
    onTestFinished(() => {
      for (const pid of leftSleeping()) process.kill(pid, 'SIGKILL');
    });
    const repo = where === 'a repository' ? repository() : join(scratchFolder(), 'folder');
    mkdirSync(repo, { recursive: true });
    const ended = pawl(repo, scripted(repo, `name: w\nsteps:\n  - { id: a, command: 'sleep ${sleepSeconds} & kill -9 $PPID' }\n`));
    expect((await ended).code).toBe(null);
    await vi.waitUntil(() => leftSleeping().length > 0, 20_000);
    const next = scripted(repo, 'name: w\nsteps:\n  - { id: a, command: "ls" }\n');
    expect((await pawl(repo, next)).code).toBe(0);
    expect(leftSleeping()).toEqual([]);
  },
);
