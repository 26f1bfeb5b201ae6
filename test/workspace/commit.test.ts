import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure, listing, Scene, sh, value } from './scene.ts';

const branch = 'refs/heads/pawl/fix/k7m2';

test('a kept iteration is one commit on the branch of the run, of its own paths only', async () => {
  const scene = await new Scene({ setup: 'echo mine > notes.txt; echo "my edit" > src/b.txt; echo st > st.txt; git add st.txt' }).prepare();
  const before = await scene.snapshot('before');
  scene.agent('echo better > src/a.txt; echo new > src/n.txt');
  const plan = await scene.keep(before);
  expect(plan).toMatchObject({ ref: branch, paths: 2, insertions: 2, deletions: 1, alsoYours: [] });
  expect(scene.git('log', '--format=%s', 'main..HEAD')).toBe('fix: iteration 1\n');
  expect(scene.git('show', '--format=', '--name-only', 'HEAD')).toBe('src/a.txt\nsrc/n.txt\n');
  expect(scene.git('symbolic-ref', 'HEAD')).toBe(`${branch}\n`);
  expect(scene.git('status', '--porcelain')).toBe(' M src/b.txt\nA  st.txt\n?? notes.txt\n');
  expect(scene.git('diff-files', '--name-only')).toBe('src/b.txt\n');
});

test('iterations follow one another on the same branch, and one that is undone leaves the kept ones', async () => {
  const scene = await new Scene().prepare();
  const start = await scene.snapshot('start');
  scene.agent('echo 1 > src/a.txt');
  await scene.keep(start, 'first kept');
  const second = await scene.snapshot('second');
  scene.agent('echo bad > src/a.txt; git commit -qam "by the agent"');
  await scene.restore(second);
  const third = await scene.snapshot('third');
  scene.agent('echo 3 > src/c.txt; git add -A; git commit -qm "by the agent"; echo 4 > src/d.txt; git checkout -q -b elsewhere');
  await scene.keep(third, 'second kept');
  expect(scene.git('log', '--format=%s')).toBe('second kept\nfirst kept\nfirst\n');
  expect(scene.git('show', '--format=', '--name-only', 'HEAD')).toBe('src/c.txt\nsrc/d.txt\n');
  expect(scene.git('for-each-ref', '--format=%(refname)', 'refs/heads')).toBe(`refs/heads/main\n${branch}\n`);
  expect(scene.git('status', '--porcelain')).toBe('');
});

test('without a branch of its own a run commits where it is: on a branch, detached, before the first commit', async () => {
  const onBranch = await new Scene({ ownBranch: false }).prepare();
  const one = await onBranch.snapshot();
  onBranch.agent('echo better > src/a.txt');
  expect((await onBranch.keep(one)).ref).toBe('refs/heads/main');
  expect(onBranch.git('log', '--format=%s', 'main')).toBe('fix: iteration 1\nfirst\n');

  const detached = await new Scene({ ownBranch: false, setup: 'git checkout -q --detach' }).prepare();
  const two = await detached.snapshot();
  detached.agent('echo better > src/a.txt; git checkout -q main');
  const plan = await detached.keep(two);
  expect(plan.ref).toBe(null);
  expect(detached.git('rev-parse', 'HEAD')).toBe(`${plan.commit}\n`);
  expect(detached.git('log', '--format=%s', 'main')).toBe('first\n');

  const unborn = await new Scene({ ownBranch: false, files: null, setup: 'echo mine > draft.txt' }).prepare();
  const three = await unborn.snapshot();
  unborn.agent('mkdir src; echo first > src/a.txt');
  await unborn.keep(three);
  expect(unborn.git('log', '--format=%s', 'main')).toBe('fix: iteration 1\n');
  expect(unborn.git('status', '--porcelain')).toBe('?? draft.txt\n');
});

test('a repository without commits gets its first on the branch of the run, and the files of the user stay untracked', async () => {
  const scene = await new Scene({ files: null, setup: 'echo mine > draft.txt; echo st > st.txt; git add st.txt' }).prepare();
  const before = await scene.snapshot();
  scene.agent('mkdir src; echo first > src/a.txt; git add -A; git commit -qm agent');
  const plan = await scene.keep(before);
  expect(plan.parent).toBe(null);
  expect(scene.git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('src/a.txt\n');
  expect(scene.git('status', '--porcelain')).toBe('A  st.txt\n?? draft.txt\n');
  expect(value(await scene.workspace.apply(scene.run, { branch: 'main', head: null }, plan.commit))).toContain('main is at');
  expect(scene.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
});

test('deletions, renames, modes, links and folders for files are part of the commit', async () => {
  const scene = await new Scene({ files: { a: 'a\n', b: 'b\n', c: 'c\n', d: 'd\n', 'e/f': 'f\n' } }).prepare();
  const before = await scene.snapshot();
  scene.agent('git rm -q b; mv a moved; chmod 755 c; rm d; mkdir d; echo x > d/x; rm -r e; ln -s c e');
  const plan = await scene.keep(before);
  expect(plan.paths).toBe(8);
  expect(scene.git('ls-tree', '-r', 'HEAD').replace(/ blob \w+\t/g, ' ')).toBe('100755 c\n100644 d/x\n120000 e\n100644 moved\n');
  expect(scene.git('status', '--porcelain')).toBe('');
});

test('a file that also held edits of the user is committed as it is, and named; staged, unstaged and untracked', async () => {
  const scene = await new Scene({
    files: { a: 'a\n', b: 'b\n', c: 'c\n', d: 'd\n' },
    setup: 'echo mine >> a; echo mine >> b; git add b; echo new > n; echo c2 > c; git add c; echo c > c',
  }).prepare();
  const before = await scene.snapshot();
  scene.agent('for f in a b c d n; do echo agent >> $f; done');
  const plan = await scene.keep(before);
  expect(plan.alsoYours).toEqual(['a', 'b', 'c', 'n']);
  expect(scene.git('show', 'HEAD:a')).toBe('a\nmine\nagent\n');
  expect(scene.git('status', '--porcelain')).toBe('');
});

test('hooks do not run, signing is off, an identity is supplied, the subject is one line', async () => {
  const scene = await new Scene({
    setup: `for h in pre-commit commit-msg prepare-commit-msg post-commit post-checkout post-index-change reference-transaction pre-merge-commit post-merge post-rewrite; do
        printf '#!/bin/sh\\necho %s >> "$CASE_TMP/hooks"\\nexit 1\\n' $h > .git/hooks/$h; chmod +x .git/hooks/$h; done
      git config commit.gpgSign true; git config user.signingKey MISSING; git config gpg.program /bin/false; git config tag.gpgSign true
      git config user.name ''; git config user.email ''; git config user.useConfigOnly true; git config i18n.commitEncoding latin1; git config core.safecrlf true; git config core.autocrlf input`,
  }).prepare();
  const before = await scene.snapshot();
  scene.agent('printf "x\\r\\n" > src/a.txt');
  const plan = await scene.keep(before, 'caf\u00e9: fix\niteration 1\u001b[31m');
  expect(scene.git('log', '-1', '--format=%s|%an|%ae|%cn|%GG')).toBe('caf\u00e9: fix iteration 1 [31m|Pawl|pawl@localhost|Pawl|\n');
  value(await scene.workspace.apply(scene.run, { branch: 'main', head: plan.parent }, plan.commit));
  expect(existsSync(join(scene.base, 'hooks'))).toBe(false);
});

test('the identity is the one git has', async () => {
  const scene = await new Scene().prepare();
  const before = await scene.snapshot();
  scene.agent('git config user.name agent; echo better > src/a.txt');
  await scene.keep(before);
  expect(scene.git('log', '-1', '--format=%an|%ae|%cn')).toBe('user|user@example.org|user\n');
  expect(scene.git('config', 'user.name')).toBe('user\n');
});

test('a kept commit goes through the filters that were configured when the run began, and no others', async () => {
  const scene = await new Scene({
    files: { '.gitattributes': '*.up filter=up\n*.evil filter=evil\n', 'x.up': 'ABC\n' },
    setup: "git config filter.up.clean 'tr a-z A-Z'; git config filter.up.smudge 'tr A-Z a-z'; rm x.up; git checkout -q x.up",
  }).prepare();
  expect(scene.read('x.up')).toBe('abc\n');
  const before = await scene.snapshot();
  scene.agent(`echo def > x.up; echo bad > y.evil; git config filter.evil.clean 'touch "$CASE_TMP/evil"; cat'; git config filter.up.clean 'touch "$CASE_TMP/evil"; echo HACKED'
    echo '#!/bin/sh' > .git/hooks/pre-commit`);
  const plan = await scene.plan(before, 'keep');
  const { warnings } = value(await scene.workspace.commit(scene.run, before, plan));
  expect(scene.git('show', 'HEAD:x.up')).toBe('DEF\n');
  expect(scene.git('show', 'HEAD:y.evil')).toBe('bad\n');
  expect(existsSync(join(scene.base, 'evil'))).toBe(false);
  expect(plan.alsoYours).toEqual([]);
  expect(warnings).toContainEqual(expect.stringMatching(/changed in \.git since and put back: config, hooks\/pre-commit/));
  expect(scene.git('status', '--porcelain')).toBe('');
});

test('a filter that was configured outside of the repository meanwhile is not run', async () => {
  const home = new Scene().base;
  const env = { GIT_CONFIG_GLOBAL: join(home, 'gitconfig') };
  writeFileSync(env.GIT_CONFIG_GLOBAL, '');
  const scene = await new Scene({ files: { '.gitattributes': '* filter=late\n', f: 'f\n' }, env }).prepare();
  const before = await scene.snapshot();
  scene.agent(`git config --global filter.late.clean 'touch "$CASE_TMP/late"; cat'; echo g > f`);
  const planned = await scene.workspace.planCommit(scene.run, before, await scene.snapshot(), 'x');
  expect(failure(planned)).toMatchObject({ kind: 'refused', message: expect.stringContaining('filter.late.clean') });
  expect(existsSync(join(scene.base, 'late'))).toBe(false);
});

test('a required filter that is not installed refuses the commit in words, and changes nothing', async () => {
  const scene = await new Scene({
    files: { '.gitattributes': '*.bin filter=gone\n' },
    setup: "git config filter.gone.clean 'no-such-program'; git config filter.gone.required true",
  }).prepare();
  const before = await scene.snapshot();
  scene.agent('echo x > x.bin');
  const seen = scene.observe();
  expect(failure(await scene.workspace.planCommit(scene.run, before, await scene.snapshot(), 'x'))).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('filter'),
  });
  expect(scene.observe()).toEqual(seen);
});

test('changes that git itself does not see make no commit: a mode where modes are off, line ends that are converted', async () => {
  const scene = await new Scene({ setup: 'git config core.fileMode false; git config core.autocrlf input' }).prepare();
  const before = await scene.snapshot();
  scene.agent('chmod 755 src/a.txt; printf "bee\\r\\n" > src/b.txt; chmod 600 src/keep.txt');
  expect(value(await scene.workspace.planCommit(scene.run, before, await scene.snapshot(), 'x'))).toBe(null);
});

test('a commit that is stopped at any of its steps and made again ends the same', { timeout: 300_000 }, async () => {
  const { programs } = await import('../../src/adapters/process/programs.ts');
  for (let stopAt = 0; ; stopAt += 2) {
    const scene = await new Scene({ setup: 'echo mine > notes.txt; echo st > st; git add st' }).prepare();
    const before = await scene.snapshot();
    scene.agent('echo better > src/a.txt; git add -A; git commit -qm agent; git checkout -q -b away; git config a.b c');
    const plan = await scene.plan(before, 'kept');
    const real = programs();
    let calls = 0;
    const dying = scene.open({
      programs: { ...real, run: (request) => (++calls > stopAt ? Promise.reject(new Error('killed')) : real.run(request)) },
    });
    const ended = await dying.commit(scene.run, before, plan).then(
      () => true,
      (error: Error) => error.message !== 'killed',
    );
    scene.reopen();
    value(await scene.workspace.commit(scene.run, before, plan));
    expect(scene.git('log', '--format=%s'), `stopped at call ${stopAt}`).toBe('kept\nfirst\n');
    expect(scene.git('for-each-ref', '--format=%(refname)', 'refs/heads')).toBe(`refs/heads/main\n${branch}\n`);
    expect(scene.git('status', '--porcelain')).toBe('A  st\n?? notes.txt\n');
    expect(scene.git('config', '--list', '--local')).not.toContain('a.b');
    if (ended) break;
  }
});

test('a branch that somebody else moved between plan and commit stops the commit', async () => {
  const scene = await new Scene({ ownBranch: false }).prepare();
  const before = await scene.snapshot();
  scene.agent('echo better > src/a.txt; git commit -qam agent');
  const plan = await scene.plan(before, 'kept');
  scene.sh('git commit -q --allow-empty -m "mine, meanwhile"');
  scene.reopen();
  expect(failure(await scene.workspace.commit(scene.run, before, plan))).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('main was moved by somebody else'),
  });
  expect(scene.git('log', '-1', '--format=%s')).toBe('mine, meanwhile\n');
});

for (const taken of ['pawl', 'pawl/fix']) {
  test(`a branch of the user called ${taken} stands in the way of a run's branch, and is told of before the run`, async () => {
    const scene = new Scene({ setup: `git branch ${taken}` });
    expect(failure(await scene.workspace.prepare(scene.run))).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(`branch called ${taken}`),
      hint: expect.stringContaining('git branch -m'),
    });
    value(await scene.workspace.prepare({ ...scene.run, ownBranch: false }));
  });
}

const applied = async (setup = ''): Promise<{ scene: Scene; tip: string; from: { branch: string | null; head: string | null } }> => {
  const scene = await new Scene({ setup }).prepare();
  const facts = value(await scene.workspace.inspect()).facts;
  const before = await scene.snapshot();
  scene.agent('echo better > src/a.txt');
  const { commit } = await scene.keep(before);
  return { scene, tip: commit, from: facts };
};

test('apply fast-forwards the branch the run came from and goes back to it, edits and staging untouched', async () => {
  const { scene, tip, from } = await applied('echo mine > notes.txt; echo st > st; git add st; echo edit >> src/b.txt');
  const status = scene.git('status', '--porcelain');
  expect(value(await scene.workspace.apply(scene.run, from, tip))).toContain('main is at');
  expect(scene.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
  expect(scene.git('rev-parse', 'main')).toBe(`${tip}\n`);
  expect(scene.git('status', '--porcelain')).toBe(status);
  expect(value(await scene.workspace.apply(scene.run, from, tip))).toContain('already');
});

test('apply from the branch itself checks the files out, but never over edits of the user', async () => {
  const { scene, tip, from } = await applied();
  scene.sh('git checkout -q main; echo "my edit" > src/a.txt');
  expect(failure(await scene.workspace.apply(scene.run, from, tip))).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('main could not be fast-forwarded'),
  });
  expect(scene.read('src/a.txt')).toBe('my edit\n');
  scene.sh('git checkout -q src/a.txt');
  value(await scene.workspace.apply(scene.run, from, tip));
  expect(scene.read('src/a.txt')).toBe('better\n');
});

const refusals: { title: string; after: string; words: string }[] = [
  {
    title: 'the branch has moved on',
    after: 'git checkout -q main; git commit -q --allow-empty -m on; git checkout -q pawl/fix/k7m2',
    words: 'has moved on since the run began',
  },
  { title: 'HEAD is somewhere else', after: 'git checkout -q -b third main', words: 'HEAD is on third' },
  { title: 'another work tree has the branch', after: 'git worktree add -q ../two main', words: 'another work tree' },
];

for (const { title, after, words } of refusals) {
  test(`apply is refused with the reason when ${title}`, async () => {
    const { scene, tip, from } = await applied();
    scene.sh(after);
    const seen = scene.observe();
    expect(failure(await scene.workspace.apply(scene.run, from, tip))).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(words),
    });
    expect(scene.observe()).toEqual(seen);
  });
}

test('a run that came from a detached HEAD leaves it detached at the last commit', async () => {
  const { scene, tip, from } = await applied('git checkout -q --detach');
  expect(from.branch).toBe(null);
  value(await scene.workspace.apply(scene.run, from, tip));
  expect(scene.git('rev-parse', 'HEAD')).toBe(`${tip}\n`);
  expect(() => scene.git('symbolic-ref', '-q', 'HEAD')).toThrow();
});

test('undo takes a whole run back: branch, commits, files, staging; the commits stay findable', async () => {
  const scene = await new Scene({ setup: 'echo mine > notes.txt; echo st > st; git add st' }).prepare();
  const seen = scene.observe();
  const start = await scene.snapshot('start');
  scene.agent('echo 1 > src/a.txt; rm notes.txt');
  const plan = await scene.keep(start);
  scene.agent('echo 2 > src/b.txt');
  const report = await scene.restore(start);
  expect(scene.observe()).toEqual(seen);
  expect(report.notes).toContainEqual(expect.stringContaining(`kept as pawl/k7m2/held/${plan.commit}`));
  expect(scene.git('log', '-1', '--format=%s', `pawl/k7m2/held/${plan.commit}`)).toBe('fix: iteration 1\n');
});

const differences: { title: string; after: string; words: string | null }[] = [
  { title: 'nothing', after: 'true', words: null },
  {
    title: 'a status that refreshed the index',
    after: 'touch src/a.txt; git status >/dev/null; git update-index -q --refresh',
    words: null,
  },
  { title: 'a file', after: 'echo x > src/a.txt', words: '1 file differs (src/a.txt)' },
  { title: 'a mode', after: 'chmod 600 src/a.txt', words: 'permissions differ (src/a.txt)' },
  { title: 'an empty folder', after: 'mkdir x', words: 'empty folders differ (x)' },
  { title: 'staging', after: 'git update-index --assume-unchanged src/a.txt', words: 'what is staged differs' },
  { title: 'HEAD', after: 'git checkout -q --detach', words: 'HEAD moved' },
  { title: 'a branch', after: 'git branch x', words: 'branches or tags moved (x)' },
  { title: 'the configuration', after: 'git config a.b c', words: 'changed in .git: config' },
  { title: 'a nested repository', after: 'git init -q n', words: 'came or went (n)' },
];

for (const { title, after, words } of differences) {
  test(`differsFrom tells in a few words what changed: ${title}`, async () => {
    const scene = await new Scene().prepare();
    const snapshot = await scene.snapshot();
    scene.sh(after);
    const answer = value(await scene.workspace.differsFrom(scene.run, snapshot));
    expect(answer).toEqual(words === null ? null : expect.stringContaining(words));
  });
}

const obstacles: { title: string; setup: string; words: string }[] = [
  {
    title: 'a merge',
    setup:
      'git checkout -q -b side; echo s > src/a.txt; git commit -qam s; git checkout -q main; echo m > src/a.txt; git commit -qam m; git merge side || true',
    words: 'a merge is under way',
  },
  {
    title: 'a rebase',
    setup:
      'git checkout -q -b side; echo s > src/a.txt; git commit -qam s; git checkout -q main; echo m > src/a.txt; git commit -qam m; git rebase side || true',
    words: 'a rebase is under way',
  },
  {
    title: 'a cherry-pick',
    setup:
      'git checkout -q -b side; echo s > src/a.txt; git commit -qam s; git checkout -q main; echo m > src/a.txt; git commit -qam m; git cherry-pick side || true',
    words: 'a cherry-pick is under way',
  },
  { title: 'a bisect', setup: 'git bisect start -q', words: 'a bisect is under way' },
  {
    title: 'unmerged paths of a stash',
    setup: 'echo s > src/a.txt; git stash -q; echo m > src/a.txt; git commit -qam m; git stash pop -q || true',
    words: 'unmerged paths',
  },
];

for (const { title, setup, words } of obstacles) {
  test(`${title} under way is an obstacle, named`, async () => {
    const scene = new Scene({ setup });
    const seen = scene.observe();
    expect(value(await scene.workspace.inspect()).obstacle).toMatchObject({ kind: 'refused', message: expect.stringContaining(words) });
    expect(scene.observe()).toEqual(seen);
  });
}

test('in a plain folder inspect works and everything else is refused with the way out', async () => {
  const scene = new Scene();
  const folder = join(scene.base, 'plain');
  mkdirSync(folder);
  const plain = scene.open({ cwd: folder });
  expect(value(await plain.inspect())).toEqual({
    facts: { kind: 'plain', root: folder, cwd: folder, branch: null, head: null, dirtyFiles: 0 },
    obstacle: null,
    notes: [],
  });
  for (const result of [await plain.prepare(scene.run), await plain.snapshot(scene.run, 's', 'before')]) {
    expect(failure(result)).toMatchObject({ kind: 'refused', hint: expect.stringContaining('git init') });
  }
  expect(await plain.kept()).toEqual({ ok: true, value: [] });
  expect(listing(folder)).toEqual({});
});

test('a run below the top of the work tree covers the whole of it', async () => {
  const scene = new Scene();
  scene.workspace = scene.open({ cwd: join(scene.root, 'src') });
  expect(value(await scene.workspace.inspect()).facts).toMatchObject({ root: scene.root, cwd: join(scene.root, 'src') });
  await scene.survives('echo x > top; echo x > src/a.txt');
});

test('a linked work tree is put back without touching the main one', async () => {
  const scene = new Scene({ setup: 'git worktree add -q ../linked; echo mine > ../linked/notes.txt' });
  const main = scene.observe();
  const linked = join(scene.base, 'linked');
  const workspace = scene.open({ cwd: linked });
  value(await workspace.prepare(scene.run));
  const files = listing(linked);
  const before = value(await workspace.snapshot(scene.run, 'b', 'before')).snapshot;
  sh(linked, 'echo x > src/a.txt; rm notes.txt; git add -A; git commit -qm x; git checkout -q -b y', scene.env);
  value(await workspace.restore(scene.run, before, value(await workspace.snapshot(scene.run, 'l', 'left')).snapshot));
  expect(listing(linked)).toEqual(files);
  expect(sh(linked, 'git symbolic-ref HEAD; git status --porcelain')).toBe('refs/heads/linked\n?? notes.txt\n');
  expect({ ...scene.observe(), refs: '' }).toEqual({ ...main, refs: '' });
});

test('a whitelist of ignore rules does not bring the folder of Pawl into snapshots or into git add', async () => {
  const scene = await new Scene({ files: { '.gitignore': '*\n!*/\n!*.ts\n!.gitignore\n', 'a.ts': 'a\n' } }).prepare();
  const to = await scene.snapshot();
  expect(scene.git('ls-tree', '-r', '--name-only', to.tree)).toBe('.gitignore\na.ts\n');
  scene.sh('git add -A');
  expect(scene.git('status', '--porcelain')).toBe('');
});

test('git clean -fdx, which removes whatever is ignored, leaves the folder of Pawl alone', async () => {
  const scene = await new Scene({ setup: 'echo "*.o" > .git/info/exclude; echo x > x.o' }).prepare();
  const to = await scene.snapshot();
  writeFileSync(join(scene.root, '.pawl/journal'), 'events');
  scene.agent('echo agent > src/a.txt; git clean -fdx');
  expect(scene.read('.pawl/journal')).toBe('events');
  // What the agent removed of the ignored is its own doing.
  expect(existsSync(join(scene.root, 'x.o'))).toBe(false);
  await scene.restore(to);
  expect(scene.read('src/a.txt')).toBe('one\n');
  scene.agent('git clean -ffdx');
  expect((await scene.snapshot()).tree).toBe(to.tree);
});

const elsewhere: Record<string, string> = {
  'the branch it came from': 'git checkout -q main',
  'another branch from before': 'git checkout -q -b other main',
  'no branch': 'git checkout -q --detach main',
  'a branch without a commit': 'git checkout -q --orphan none',
};

for (const [name, go] of Object.entries(elsewhere)) {
  test(`the branch of a run never loses its commits when HEAD has gone to ${name}`, async () => {
    const scene = await new Scene().prepare();
    const start = await scene.snapshot();
    scene.agent('echo 1 > src/c.txt');
    const kept = await scene.keep(start, 'first kept');
    scene.sh(go);
    const before = await scene.snapshot();
    scene.agent('echo 2 > src/d.txt');
    const after = await scene.snapshot();
    const seen = scene.observe();
    const refused = failure(await scene.workspace.planCommit(scene.run, before, after, 'second'));
    expect(refused.kind).toBe('refused');
    expect(refused.message).toContain("not on the run's branch pawl/fix/k7m2");
    expect(refused.message).toContain('git switch pawl/fix/k7m2');
    expect(scene.observe()).toEqual(seen);
    expect(scene.git('rev-parse', branch)).toBe(`${kept.commit}\n`);
  });
}

test('a run goes on from a branch that has all of its commits', async () => {
  const scene = await new Scene().prepare();
  const start = await scene.snapshot();
  scene.agent('echo 1 > src/c.txt');
  await scene.keep(start, 'first kept');
  scene.sh('git checkout -q -b further; git commit -q --allow-empty -m mine');
  const before = await scene.snapshot();
  scene.agent('echo 2 > src/d.txt');
  await scene.keep(before, 'second kept');
  expect(scene.git('log', '--format=%s', branch)).toBe('second kept\nmine\nfirst kept\nfirst\n');
});
