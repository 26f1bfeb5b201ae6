import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import type { Snapshot } from '../../src/core/events/event-parts.ts';
import { failure, listing, observe, Scene, sh, value } from './scene.ts';

/* Each of these has cost somebody work, in one tool or another that snapshots and reverts with git. */

test('a nested repository without a commit does not stop the snapshot, and is named as not covered', async () => {
  const scene = await new Scene({ setup: 'git init -q n; echo y > n/g; echo mine > notes.txt' }).prepare();
  const report = value(await scene.workspace.inspect());
  expect(report.notes).toEqual([expect.stringContaining(': n (a repository')]);
  const to = await scene.snapshot();
  scene.agent('echo agent > notes.txt; echo agent > n/g');
  await scene.restore(to);
  expect(scene.read('notes.txt')).toBe('mine\n');
  // Not covered: neither put back nor removed.
  expect(scene.read('n/g')).toBe('agent\n');
});

test('a work tree inside of the checkout enters neither a snapshot nor a commit', async () => {
  const scene = await new Scene({ setup: 'git worktree add -q .wt/one' }).prepare();
  const before = await scene.snapshot();
  scene.agent(
    'git worktree add -q .wt/two; git init -q made && git -C made -c user.name=x -c user.email=x@x commit -q --allow-empty -m x; git add -A; echo better > src/a.txt',
  );
  const plan = await scene.keep(before);
  expect(scene.git('ls-tree', '-r', before.tree)).not.toContain('160000');
  expect(scene.git('ls-tree', '-r', plan.commit)).not.toContain('160000');
  expect(scene.git('show', '--format=', '--name-only', 'HEAD')).toBe('src/a.txt\n');
});

test('a lock on the index is never removed: refused before anything is edited, naming the file and its age', async () => {
  const scene = await new Scene().prepare();
  const to = await scene.snapshot();
  scene.agent('echo agent > src/a.txt');
  const left = await scene.snapshot();
  const lock = join(scene.root, '.git/index.lock');
  writeFileSync(lock, '');
  utimesSync(lock, Date.now() / 1000 - 7, Date.now() / 1000 - 7);
  expect(value(await scene.workspace.inspect()).obstacle).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/index\.lock is there \(\d+ s old\)/),
  });
  for (const result of [await scene.workspace.prepare(scene.run), await scene.workspace.restore(scene.run, to, left)]) {
    expect(failure(result)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(lock),
      hint: expect.stringContaining('remove that file'),
    });
  }
  expect(existsSync(lock)).toBe(true);
  expect(scene.read('src/a.txt')).toBe('agent\n');
  // A snapshot needs no lock of the user's.
  await scene.snapshot();
  rmSync(lock);
  value(await scene.workspace.restore(scene.run, to, left));
  expect(scene.read('src/a.txt')).toBe('one\n');
});

test('a short-lived lock is waited for', async () => {
  const scene = await new Scene().prepare();
  const to = await scene.snapshot();
  scene.agent('echo agent > src/a.txt');
  const left = await scene.snapshot();
  const lock = join(scene.root, '.git/index.lock');
  writeFileSync(lock, '');
  const restoring = scene.workspace.restore(scene.run, to, left);
  setTimeout(() => rmSync(lock), 300);
  value(await restoring);
  expect(scene.read('src/a.txt')).toBe('one\n');
});

test('the lock of a linked work tree is looked for where it lies, and that of another one is no obstacle', async () => {
  const scene = new Scene({ setup: 'git worktree add -q ../linked' });
  const linked = join(scene.base, 'linked');
  const workspace = scene.open({ cwd: linked });
  writeFileSync(join(scene.root, '.git/index.lock'), '');
  value(await workspace.prepare(scene.run));
  const lock = join(scene.root, '.git/worktrees/linked/index.lock');
  writeFileSync(lock, '');
  expect(failure(await workspace.prepare(scene.run)).message).toContain(lock);
});

test('a lock that a killed run left in its own folder is removed by the next', async () => {
  const scene = await new Scene().prepare();
  const to = await scene.snapshot();
  writeFileSync(join(scene.root, '.pawl/git/index.lock'), '');
  scene.reopen();
  expect((await scene.snapshot()).tree).toBe(to.tree);
});

test('a run that died while it held the lock of the index does not lock the person out', async () => {
  const scene = await new Scene().prepare();
  sh(scene.root, 'cp .git/index .git/pawl-index && ln .git/pawl-index .git/index.lock');
  scene.reopen();
  value(await scene.workspace.prepare(scene.run));
  expect(existsSync(join(scene.root, '.git/index.lock'))).toBe(false);
});

const oddNames = [
  '\u00fc.txt',
  'a\nb',
  'a -> b',
  'tab\there',
  '-rf',
  ':(top)x',
  ':!x',
  'back\\slash',
  '"q"',
  'tail ',
  ' lead',
  '*',
  '[a]',
  '#x',
  '!x',
  '__proto__',
  '$HOME',
  'a\u0001b',
];

test('files of any name are recorded, changed and put back byte for byte', async () => {
  const scene = new Scene();
  const latin1 = Buffer.concat([Buffer.from(`${scene.root}/`), Buffer.from([0x63, 0x61, 0x66, 0xe9])]);
  for (const [at, name] of oddNames.entries()) writeFileSync(join(scene.root, name), `${name}\n`, { mode: at % 2 ? 0o600 : 0o644 });
  writeFileSync(latin1, 'not utf-8\n', { mode: 0o600 });
  scene.sh('git add -- ./-rf ./tail* && git commit -qm some');
  await scene.prepare();
  const before = scene.observe();
  const to = await scene.snapshot();
  for (const name of oddNames) writeFileSync(join(scene.root, name), 'agent\n');
  rmSync(latin1);
  for (const name of oddNames) writeFileSync(join(scene.root, `new ${name}`), 'agent\n');
  await scene.restore(to);
  expect(scene.observe()).toEqual(before);
});

test('files of any name are committed', async () => {
  const scene = await new Scene().prepare();
  const before = await scene.snapshot();
  for (const name of oddNames) writeFileSync(join(scene.root, name), `${name}\n`);
  writeFileSync(Buffer.concat([Buffer.from(`${scene.root}/`), Buffer.from([0x63, 0x61, 0x66, 0xe9])]), 'not utf-8\n');
  const plan = await scene.keep(before);
  expect(plan.paths).toBe(oddNames.length + 1);
  expect(scene.git('status', '--porcelain')).toBe('');
  expect(scene.git('show', '--format=', '--name-only', '-z', 'HEAD').split('\0')).toContain('caf\u00e9');
});

const lineEnds = [
  { title: 'mixed ends under autocrlf=true', setting: 'true', bytes: 'a\r\nb\n' },
  { title: 'CRLF under autocrlf=input', setting: 'input', bytes: 'a\r\nb\r\n' },
  { title: 'LF under autocrlf=true', setting: 'true', bytes: 'a\nb\n' },
  { title: 'CRLF under autocrlf=true', setting: 'true', bytes: 'a\r\nb\r\n' },
];

for (const { title, setting, bytes } of lineEnds) {
  test(`${title}: the very bytes come back, and the status is what it was`, async () => {
    const scene = new Scene({ setup: `git config core.autocrlf ${setting}` });
    writeFileSync(join(scene.root, 'ends.txt'), bytes);
    scene.sh('git add ends.txt 2>/dev/null; git commit -qm ends');
    writeFileSync(join(scene.root, 'ends.txt'), bytes);
    await scene.survives('printf "x\\n" > ends.txt; git add -A; git commit -qm x');
  });
}

test('a clean tree that only the system configuration makes clean counts as clean', async () => {
  const config = join(new Scene().base, 'gitconfig');
  writeFileSync(config, '[core]\n\tautocrlf = true\n');
  const scene = new Scene({ env: { GIT_CONFIG_NOSYSTEM: '0', GIT_CONFIG_SYSTEM: config, GIT_CONFIG_GLOBAL: '/dev/null' } });
  scene.sh('rm src/a.txt; git checkout -q src/a.txt');
  expect(scene.read('src/a.txt')).toBe('one\r\n');
  expect(scene.git('status', '--porcelain')).toBe('');
  expect(value(await scene.workspace.inspect()).facts.dirtyFiles).toBe(0);
  await scene.prepare();
  const before = await scene.snapshot();
  scene.agent('printf "better\\r\\n" > src/a.txt');
  const plan = await scene.keep(before);
  expect(plan.alsoYours).toEqual([]);
  expect(scene.git('show', 'HEAD:src/a.txt')).toBe('better\n');
  expect(scene.git('status', '--porcelain')).toBe('');
});

test('a repository of somebody else is refused with the line that would trust it', async () => {
  const scene = new Scene();
  const workspace = scene.open({ env: { ...scene.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } });
  for (const result of [
    await workspace.inspect(),
    await workspace.prepare(scene.run),
    await workspace.snapshot(scene.run, 's', 'before'),
  ]) {
    expect(failure(result)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('dubious ownership'),
      hint: expect.stringContaining(`git config --global --add safe.directory ${scene.root}`),
    });
  }
});

test('a bare repository, the inside of .git, no repository and a .git file are four different things', async () => {
  const scene = new Scene({ setup: 'git init -q --bare ../bare.git; mkdir ../plain; git worktree add -q ../linked' });
  expect(failure(await scene.open({ cwd: join(scene.base, 'bare.git') }).inspect())).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('bare repository'),
  });
  expect(failure(await scene.open({ cwd: join(scene.root, '.git') }).inspect())).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('.git folder'),
  });
  expect(value(await scene.open({ cwd: join(scene.base, 'plain') }).inspect()).facts).toMatchObject({
    kind: 'plain',
    root: join(scene.base, 'plain'),
  });
  expect(value(await scene.open({ cwd: join(scene.base, 'linked') }).inspect()).facts).toMatchObject({
    kind: 'git',
    root: join(scene.base, 'linked'),
    branch: 'linked',
  });
});

test('without git on PATH a repository is refused and a plain folder is plain', async () => {
  const scene = new Scene({ setup: 'mkdir ../plain' });
  const noGit = { programs: programs('/nonexistent') };
  expect(failure(await scene.open(noGit).inspect())).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('git is not installed'),
  });
  expect(value(await scene.open({ ...noGit, cwd: join(scene.base, 'plain') }).inspect()).facts.kind).toBe('plain');
});

test('a GIT_DIR and GIT_INDEX_FILE that Pawl was started with touch no other repository', async () => {
  const other = new Scene();
  const seen = other.observe();
  const scene = new Scene();
  scene.workspace = scene.open({
    env: {
      ...scene.env,
      GIT_DIR: join(other.root, '.git'),
      GIT_WORK_TREE: other.root,
      GIT_INDEX_FILE: join(other.root, '.git/index'),
      GIT_PREFIX: 'src/',
      GIT_OBJECT_DIRECTORY: join(other.root, '.git/objects'),
    },
  });
  expect(value(await scene.workspace.inspect()).facts.root).toBe(scene.root);
  await scene.prepare();
  const before = await scene.snapshot();
  scene.agent('echo better > src/a.txt');
  await scene.keep(before);
  await scene.restore(before);
  expect(other.observe()).toEqual(seen);
});

test('two work trees that revert at once end with their own content, and the stash list is used by neither', async () => {
  const scene = new Scene({ setup: 'git worktree add -q ../two' });
  const two = scene.open({ cwd: join(scene.base, 'two') });
  const runs = [scene.run, { ...scene.run, run: 'p9q3' }] as const;
  const both = [
    [scene.workspace, runs[0], scene.root],
    [two, runs[1], join(scene.base, 'two')],
  ] as const;
  for (const [workspace, run] of both) value(await workspace.prepare(run));
  const before = await Promise.all(both.map(async ([workspace, run]) => value(await workspace.snapshot(run, 'before', 'before')).snapshot));
  for (const [, , root] of both) sh(root, `echo "from ${root}" > src/a.txt`);
  await Promise.all(
    both.map(async ([workspace, run], at) =>
      value(await workspace.restore(run, before[at] as Snapshot, value(await workspace.snapshot(run, 'left', 'left')).snapshot)),
    ),
  );
  for (const [, , root] of both) expect(readFileSync(join(root, 'src/a.txt'), 'utf8')).toBe('one\n');
  expect(scene.git('stash', 'list')).toBe('');
});

test('new files are in a snapshot, gc does not take them, and the index, HEAD and stash list of the user do not change by a byte', async () => {
  const scene = await new Scene({
    setup: 'echo x > f; git add f; git stash -q; echo new > u; echo "my edit" > src/a.txt; echo staged > st; git add st; echo later > st',
  }).prepare();
  const bytes = (): string[] =>
    ['index', 'HEAD', 'logs/refs/stash', 'refs/stash', 'config'].map((file) => readFileSync(join(scene.root, '.git', file), 'latin1'));
  const before = [bytes(), observe(scene.root, (...args) => scene.git(...args))];
  const to = await scene.snapshot();
  expect([bytes(), observe(scene.root, (...args) => scene.git(...args))]).toEqual(before);
  scene.agent('rm -f u st; git rm -q --cached st; git stash clear; git reflog expire --expire=now --all; git gc -q --prune=now');
  await scene.restore(to);
  expect(scene.observe()).toEqual(before[1]);
  expect(scene.git('show', ':st')).toBe('staged\n');
});

test('an object that is missing is an early error that changes nothing', async () => {
  const scene = await new Scene({ setup: 'echo mine > notes.txt' }).prepare();
  const to = await scene.snapshot('before');
  scene.agent('rm notes.txt; echo agent > src/a.txt');
  const left = await scene.snapshot('left');
  const files = listing(scene.root);
  const oid = scene.git('rev-parse', `${to.tree}:notes.txt`).trim();
  rmSync(join(scene.root, '.git/objects', oid.slice(0, 2), oid.slice(2)), { force: true });
  expect(failure(await scene.workspace.restore(scene.run, to, left))).toMatchObject({
    kind: 'io',
    message: expect.stringContaining('notes.txt'),
  });
  expect(listing(scene.root)).toEqual(files);
});

test('a filter that is missing, required or lossy runs in no snapshot and no restore', async () => {
  const scene = new Scene({
    setup: `echo '*.bin filter=absent' > .gitattributes; echo '*.txt filter=lossy' >> .gitattributes; git add .; git commit -qm attributes
    git config filter.absent.clean 'no-such-filter clean'; git config filter.absent.required true; git config filter.absent.smudge 'no-such-filter smudge'
    git config filter.lossy.clean 'echo RAN >> "$CASE_TMP/ran"; echo POINTER'; git config filter.lossy.smudge 'echo RAN >> "$CASE_TMP/ran"; cat'
    head -c 100000 /dev/urandom > x.bin; echo data > y.txt`,
  });
  const files = listing(scene.root);
  expect(value(await scene.workspace.inspect()).obstacle).toBe(null);
  await scene.prepare();
  const to = await scene.snapshot();
  expect(await scene.workspace.differsFrom(scene.run, to)).toEqual({ ok: true, value: null });
  scene.agent('rm x.bin; echo changed > y.txt');
  await scene.restore(to);
  expect(listing(scene.root)).toEqual(files);
  expect(existsSync(join(scene.base, 'ran'))).toBe(false);
});

test('a folder that was swapped for a link is a folder again, and what the link showed is untouched', async () => {
  const scene = await new Scene().prepare();
  const victim = join(scene.base, 'victim');
  mkdirSync(victim);
  for (const name of ['a.txt', 'b.txt', 'keep.txt', 'extra']) writeFileSync(join(victim, name), 'KEEP\n', { mode: 0o600 });
  const to = await scene.snapshot();
  rmSync(join(scene.root, 'src'), { recursive: true });
  symlinkSync(victim, join(scene.root, 'src'));
  const files = listing(victim);
  await scene.restore(to);
  expect(listing(victim)).toEqual(files);
  expect(scene.read('src/a.txt')).toBe('one\n');
});

test('the empty folder, ignored file and mode inside of a swapped folder come back without touching the other side', async () => {
  const scene = await new Scene({ setup: 'mkdir -p src/empty/deep; chmod 700 src/empty; chmod 600 src/b.txt' }).prepare();
  const before = scene.observe();
  const to = await scene.snapshot();
  scene.agent('cp -r src "$CASE_TMP/victim"; rmdir "$CASE_TMP/victim/empty/deep"; rm -rf src; ln -s "$CASE_TMP/victim" src');
  const victim = listing(join(scene.base, 'victim'));
  await scene.restore(to);
  expect(scene.observe()).toEqual(before);
  expect(listing(join(scene.base, 'victim'))).toEqual(victim);
});

test('the git of this machine is the one that the adapter was measured with or newer', () => {
  expect(spawnSync('git', ['--version'], { encoding: 'utf8' }).stdout).toMatch(/git version (2\.(3\d|[4-9]\d)|[3-9])/);
});
