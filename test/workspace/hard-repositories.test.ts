import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure, listing, Scene, sh, value } from './scene.ts';

/* The user's state, then what an agent does; afterwards nothing at all may differ. */
const cases: {
  title: string;
  setup?: string;
  damage: string;
  files?: Record<string, string> | null;
  initArgs?: string;
  folder?: string;
}[] = [
  {
    title: 'no commit yet, one file staged',
    files: null,
    setup: 'echo mine > draft.txt; echo st > st.txt; git add st.txt',
    damage: 'echo agent > draft.txt; echo junk > junk.txt; git add -A; git commit -qm first',
  },
  { title: 'an entirely empty repository', files: null, damage: 'echo a > a; git add -A; git commit -qm first; git tag t; mkdir x' },
  {
    title: 'a detached HEAD',
    setup: 'git checkout -q --detach',
    damage: 'echo broken > src/a.txt && git commit -qam onto-detached; git checkout -q main',
  },
  {
    title: 'an index that differs from commit and file',
    setup: 'echo staged > src/a.txt; git add src/a.txt; echo working > src/a.txt; echo n > new; git add new; git rm -q --cached src/b.txt',
    damage: 'echo agent > src/a.txt; rm new; git add -A; git commit -qm x',
  },
  {
    title: 'intent-to-add, assume-unchanged and skip-worktree',
    setup:
      'echo ita > ita; git add -N ita; git update-index --assume-unchanged src/a.txt; git update-index --skip-worktree src/b.txt; echo local >> src/a.txt; echo local >> src/b.txt',
    damage:
      'git update-index --no-assume-unchanged src/a.txt; git update-index --no-skip-worktree src/b.txt; git reset -q --hard; git add -A; rm -f ita',
  },
  {
    title: 'stashes, and an agent that uses the stash',
    setup:
      'echo one >> src/a.txt; git stash -q; echo two >> src/b.txt; git stash -q; echo mine > notes.txt; echo three >> src/a.txt; echo st > st; git add st',
    damage: 'git stash -q -u; git stash pop -q stash@{1}; git stash drop -q; git stash clear; git reset -q --hard; git clean -fdq',
  },
  { title: 'an agent that only adds a stash', setup: 'echo three >> src/a.txt', damage: 'git stash -q' },
  {
    title: 'branches made, moved, renamed and deleted, tags too',
    setup: 'git branch keep; git tag -a -m annotated v1; git commit -q --allow-empty -m second; git branch other',
    damage:
      'git branch -m keep kept; git tag -d v1; git branch -f other main~1; git checkout -q -b agent; git commit -q --allow-empty -m x; git branch -D main; git branch main/sub; git tag v2; git reflog expire --expire=now --all; git gc -q --prune=now',
  },
  {
    title: 'a branch where there was a folder of branches',
    setup: 'git branch topic/one; git branch topic/two',
    damage: 'git branch -D topic/one topic/two; git branch topic; git pack-refs --all',
  },
  {
    title: 'a half done merge with conflicts',
    setup:
      'git checkout -q -b side; echo side > src/a.txt; git commit -qam side; git checkout -q main; echo main > src/a.txt; git commit -qam main; echo mine > notes.txt',
    damage: 'git merge side; echo x > src/b.txt',
  },
  {
    title: 'a half done rebase',
    setup:
      'git checkout -q -b side; echo side > src/a.txt; git commit -qam side; git checkout -q main; echo main > src/a.txt; git commit -qam main; echo mine > notes.txt',
    damage: 'git rebase side',
  },
  {
    title: 'a half done cherry-pick',
    setup:
      'git checkout -q -b side; echo side > src/a.txt; git commit -qam side; git checkout -q main; echo main > src/a.txt; git commit -qam main',
    damage: 'git cherry-pick side',
  },
  {
    title: 'empty folders, and folders made and emptied',
    setup: 'mkdir -p scratch/inner other; chmod 700 other',
    damage: 'rm -rf scratch other; mkdir -p tmp/a/b c; echo x > tmp/a/f; rm -rf src; mkdir -p src/x/y',
  },
  {
    title: 'modes of files and folders',
    setup: 'chmod 600 src/a.txt; chmod 755 src/b.txt; git commit -qam mode; chmod 700 src; echo k > key; chmod 400 key; chmod 711 .',
    damage: 'chmod 777 src/a.txt; chmod 644 src/b.txt; chmod 755 src; chmod 644 key; echo x >> src/keep.txt; chmod 755 .',
  },
  {
    title: 'a shared checkout in which everything is group-writable',
    setup: 'chmod -R g+w src; chmod 2775 src; echo x > exact; chmod 644 exact',
    damage: 'rm -rf src exact; mkdir src; echo x > src/a.txt',
  },
  {
    title: 'links, dangling and to folders',
    setup:
      'ln -s a.txt src/link; git add -A; git commit -qm link; ln -s nowhere dangling; ln -s src far; mkdir -p d; ln -s /etc/hostname d/out',
    damage:
      'rm src/link far dangling d/out; echo plain > src/link; mkdir far; echo x > far/f; ln -s /etc/hostname src/other; ln -s src dangling',
  },
  {
    title: 'a file where a folder was and a folder where a file was',
    setup: 'mkdir -p d/e; echo x > d/e/f; echo y > g',
    damage: 'rm -rf d g; echo file > d; mkdir -p g/h; echo z > g/h/i; git add -A',
  },
  {
    title: 'renames in a ring',
    setup: 'echo 1 > r1; echo 2 > r2; echo 3 > r3; chmod 755 r2; git add r1 r2',
    damage: 'mv r1 t; mv r2 r1; mv r3 r2; mv t r3',
  },
  {
    title: 'configuration, hooks, excludes and attributes changed',
    setup:
      'mkdir -p .git/hooks .git/info; echo "#!/bin/sh" > .git/hooks/pre-push; chmod 755 .git/hooks/pre-push; echo "*.tmp" >> .git/info/exclude; echo x > x.tmp',
    damage:
      'git config core.hooksPath /tmp/evil; git config filter.evil.clean "touch $CASE_TMP/evil"; git config core.worktree /tmp; echo "* filter=evil" > .git/info/attributes; echo x > .git/hooks/pre-commit; chmod 755 .git/hooks/pre-commit; rm .git/hooks/pre-push; : > .git/info/exclude; echo hi > src/a.txt',
  },
  {
    title: 'hooks and info that became links',
    setup: 'mkdir -p ../far; echo keep > ../far/precious',
    damage: 'rm -rf .git/hooks .git/info; ln -s "$CASE_TMP/far" .git/hooks; ln -s "$CASE_TMP/far" .git/info; echo x > src/a.txt',
  },
  {
    title: 'read-only files and folders made by the agent',
    damage:
      'mkdir -p locked/in; echo x > locked/in/f; chmod 444 locked/in/f; chmod 555 locked/in locked; chmod 444 src/a.txt; chmod 555 src',
  },
  {
    title: 'unreadable files and folders made by the agent',
    damage:
      'mkdir shut; echo x > shut/f; chmod 000 shut; echo secret > no; chmod 000 no; echo hidden > src/b.txt; chmod 000 src/b.txt; chmod 000 src',
  },
  {
    title: 'a path with blanks, quotes and a dollar',
    folder: 'my repo (x) \'q\' "d" $HOME',
    setup: 'echo mine > notes.txt',
    damage: 'echo broken > src/a.txt; echo x > "j k.txt"; rm notes.txt',
  },
  {
    title: 'a split index',
    setup: 'git update-index --split-index; echo st > st; git add st; echo more >> src/a.txt',
    damage: 'git add -A; git commit -qm x; rm -f .git/sharedindex.*',
  },
  {
    title: 'an index of version 4 with an untracked cache',
    setup:
      'git config index.version 4; git update-index --index-version 4; git update-index --force-untracked-cache; echo st > st; git add st',
    damage: 'git update-index --index-version 2; git add -A; echo x > src/a.txt',
  },
  {
    title: 'a monitor that the repository names',
    setup: 'git config core.fsmonitor "touch $CASE_TMP/monitor; false"; rm -f "$CASE_TMP/monitor"',
    damage: 'echo x > src/a.txt',
  },
  {
    title: 'sha256 objects',
    initArgs: '--object-format=sha256',
    setup: 'echo mine > notes.txt; echo st > st; git add st',
    damage: 'git add -A; git commit -qm x; rm notes.txt; git checkout -q -b y',
  },
  {
    title: 'a sparse checkout by folders',
    files: { 'in/a': 'a\n', 'out/b': 'b\n', top: 't\n' },
    setup: 'git sparse-checkout set in; echo mine > in/mine; echo edit >> in/a',
    damage: 'git sparse-checkout disable; echo agent > out/b; rm -rf in; git add -A; git commit -qm x',
  },
  {
    title: 'a sparse checkout by patterns',
    files: { 'in/a': 'a\n', 'out/b': 'b\n', top: 't\n' },
    setup: 'git sparse-checkout set --no-cone "/in/*" "!/in/x"; echo mine > in/mine',
    damage: 'mkdir -p out; echo agent > out/b; rm -rf in; git add -A --sparse',
  },
  {
    title: 'a sparse index',
    files: { 'in/a': 'a\n', 'out/deep/b': 'b\n', top: 't\n' },
    setup: 'git sparse-checkout set --sparse-index in; echo st > in/st; git add in/st',
    damage: 'git sparse-checkout disable; rm -rf out in; git add -A; git commit -qm x',
  },
  {
    title: 'attributes for ident, encoding and line ends',
    files: { '.gitattributes': '*.id ident\n*.u16 working-tree-encoding=UTF-16LE\n*.crlf eol=crlf\n*.auto text=auto\n', 'x.id': '$Id$\n' },
    setup:
      'rm x.id; git checkout -q x.id; printf "a\\0b\\0" > t.u16; git add t.u16; git commit -qm u; printf "x\\ny\\r\\n" > m.crlf; printf "a\\r\\n" > b.auto; printf "odd" > odd.u16',
    damage: 'rm -f *.id *.u16 *.crlf *.auto; echo x > t.u16; git add -A; git commit -qm z',
  },
  {
    title: 'a macro attribute and a legacy one',
    files: { '.gitattributes': '[attr]lf crlf=input\n* lf\n*.x !crlf text\n' },
    setup: 'printf "a\\r\\nb\\n" > f; printf "a\\r\\n" > g.x',
    damage: 'rm f g.x',
  },
  {
    title: 'a file tracked although it is ignored',
    files: { '.gitignore': '*.env\n', f: 'f\n' },
    setup: 'echo tracked > t.env; git add -f t.env; git commit -qm env; echo edit >> t.env',
    damage: 'rm t.env; git rm -q --cached t.env; echo x > f',
  },
  {
    title: 'an agent that hides what it makes behind new rules',
    files: { '.gitignore': '*.log\n', f: 'f\n', 'd/g': 'g\n' },
    setup: 'echo mine > notes.txt',
    damage:
      'echo "*" > .gitignore; echo "*" > d/.gitignore; echo "junk" >> .git/info/exclude; echo x > junk; echo y > d/hidden; mkdir -p deep/er; echo z > deep/er/h; echo agent > notes.txt; git init -q hiddenrepo; echo r > hiddenrepo/r',
  },
  {
    title: 'an agent that makes a repository inside, and one of an own folder',
    setup: 'echo mine > notes.txt',
    damage:
      'git init -q nested; echo n > nested/n.txt; git -C nested add -A; git -C nested -c user.name=x -c user.email=x@x commit -qm n; git init -q src; echo agent > src/a.txt; git init -q empty; mkdir -p deep/er; git init -q deep/er/repo; git clone -q . cloned',
  },
  {
    title: 'an agent that cleans, and takes no part of Pawl along',
    setup: 'echo mine > notes.txt; mkdir -p empty',
    damage: 'git clean -fdxq; git reset -q --hard; git checkout -q -B main HEAD',
  },
  {
    title: 'a shallow clone',
    setup:
      'git commit -q --allow-empty -m second; cd ..; git clone -q --depth 1 "file://$CASE_TMP/repo" shallow; rm -rf repo; mv shallow repo; cd repo; git config user.name u; git config user.email u@u; echo mine > notes.txt',
    damage: 'git commit -qam x; rm notes.txt src/a.txt',
  },
  {
    title: 'objects borrowed from another repository',
    setup:
      'cd ..; git clone -q -s repo borrowed; mv repo lender; mv borrowed repo; printf "%s\\n" "$CASE_TMP/lender/.git/objects" > repo/.git/objects/info/alternates; cd repo; git config user.name u; git config user.email u@u; echo mine > notes.txt; git fsck',
    damage: 'git rm -q -r src; git commit -qm x; rm notes.txt',
  },
  {
    title: 'a forgotten squash message and a remote',
    setup:
      'git checkout -q -b side; echo s > s; git add s; git commit -qm side; git checkout -q main; git merge -q --squash side; git clone -q --bare . ../origin.git; git remote add origin ../origin.git; git fetch -q',
    damage: 'git commit -qm squashed; git remote remove origin; git branch -D side',
  },
  {
    title: 'a nested repository of the user, whose .git the agent removes',
    setup: 'git init -q lib; echo wip > lib/wip.txt; chmod 600 lib/wip.txt',
    damage: 'rm -rf src; git add -A',
  },
  {
    title: 'files that keep size and time when they change',
    setup: 'echo aaaa > same; touch -d "2020-01-01" same',
    damage: 'echo bbbb > same; touch -d "2020-01-01" same; chmod 600 src/a.txt',
  },
];

for (const { title, damage, ...options } of cases) {
  test(`put back exactly: ${title}`, async () => {
    const scene = new Scene(options);
    await scene.survives(damage);
    for (const ran of ['evil', 'monitor']) expect(existsSync(join(scene.base, ran)) && !options.setup?.includes(ran), ran).toBe(false);
    expect(scene.git('fsck', '--no-dangling', '--connectivity-only')).toBe('');
  });
}

test('ignored files are left alone in both directions, also when the agent empties the ignore file or commits them', async () => {
  const scene = await new Scene({
    files: { '.gitignore': '*.env\ncache/\n', f: 'f\n' },
    setup: 'echo SECRET=1 > prod.env; mkdir cache; echo old > cache/old.bin',
  }).prepare();
  const to = await scene.snapshot();
  scene.agent(
    ': > .gitignore; echo junk > junk.txt; echo SECRET=2 > prod.env; echo new > cache/new.bin; echo x > other.env; git add -A; git commit -qm all',
  );
  await scene.restore(to);
  expect(listing(scene.root)).toEqual({
    '.gitignore': 'file 644 *.env\ncache/\n',
    cache: 'folder 755',
    'cache/old.bin': 'file 644 old\n',
    'cache/new.bin': 'file 644 new\n',
    f: 'file 644 f\n',
    'prod.env': 'file 644 SECRET=2\n',
    'other.env': 'file 644 x\n',
  });
  expect(scene.git('status', '--porcelain')).toBe('');
});

test('an ignored file that stands where a file comes back is moved aside, not overwritten', async () => {
  const scene = await new Scene({
    files: { '.gitignore': 'build\n', f: 'f\n' },
    setup: 'mkdir -p d; echo x > d/t; git add -f d/t; git commit -qm t',
  }).prepare();
  const to = await scene.snapshot();
  scene.agent('rm -rf d; mkdir d; mkdir -p d/t/build; echo artefact > d/t/build/o');
  const report = await scene.restore(to);
  expect(scene.read('d/t')).toBe('x\n');
  expect(report.notes).toContainEqual(expect.stringContaining('stood in the way'));
  expect(readFileSync(join(scene.root, '.pawl/runs/k7m2/left/d/t/build/o'), 'utf8')).toBe('artefact\n');
});

test('repositories that came since are moved aside whole, and said so', async () => {
  const scene = await new Scene().prepare();
  const to = await scene.snapshot();
  scene.agent('git init -q nested; echo n > nested/n.txt; git init -q src');
  const report = await scene.restore(to);
  expect(report.notes).toContainEqual(expect.stringMatching(/moved to \.pawl\/runs\/k7m2\/left\/.*nested, src\/\.git/));
  expect(readFileSync(join(scene.root, '.pawl/runs/k7m2/left/nested/n.txt'), 'utf8')).toBe('n\n');
  expect(existsSync(join(scene.root, '.pawl/runs/k7m2/left/src/.git/HEAD'))).toBe(true);
});

test('a nested repository of the user is left alone even when its .git is gone', async () => {
  const scene = await new Scene({ setup: 'git init -q lib; echo wip > lib/wip.txt' }).prepare();
  const to = await scene.snapshot();
  scene.agent('rm -rf lib/.git; echo agent > src/a.txt');
  await scene.restore(to);
  expect(scene.read('lib/wip.txt')).toBe('wip\n');
  expect(scene.read('src/a.txt')).toBe('one\n');
});

test('a cache that hides itself stays, with its rule, when the agent takes the rule away', async () => {
  const scene = await new Scene({ setup: 'mkdir -p .venv/lib; echo "*" > .venv/.gitignore; echo mine > .venv/lib/x' }).prepare();
  const to = await scene.snapshot();
  scene.agent('echo "!*" > .venv/.gitignore; echo agent > src/a.txt; mkdir .cache; echo "*" > .cache/.gitignore; echo junk > .cache/junk');
  await scene.restore(to);
  expect(listing(scene.root)).toMatchObject({
    '.venv/lib/x': 'file 644 mine\n',
    '.venv/.gitignore': 'file 644 *\n',
    'src/a.txt': 'file 644 one\n',
  });
  expect(existsSync(join(scene.root, '.cache'))).toBe(false);
  scene.agent('rm .venv/.gitignore');
  await scene.restore(to);
  expect(scene.read('.venv/lib/x')).toBe('mine\n');
  expect(scene.git('status', '--porcelain')).toBe('');
});

test('a submodule and the work inside of it survive; where it is pinned is put back', async () => {
  const scene = await new Scene({
    setup: `git init -q ../lib; git -C ../lib -c user.name=x -c user.email=x@x commit -q --allow-empty -m l
      git -c protocol.file.allow=always submodule --quiet add ../lib vendor; git commit -qm sub; echo wip > vendor/wip.txt`,
  }).prepare();
  expect(value(await scene.workspace.inspect()).notes).toEqual([expect.stringContaining('vendor')]);
  const pin = scene.git('rev-parse', ':vendor');
  const to = await scene.snapshot();
  scene.agent('echo broken > src/a.txt; git -C vendor -c user.name=x -c user.email=x@x commit -q --allow-empty -m moved; git add vendor');
  await scene.restore(to);
  expect(scene.read('vendor/wip.txt')).toBe('wip\n');
  expect(scene.git('rev-parse', ':vendor')).toBe(pin);
  // Inside of the submodule a run works as in any repository.
  const inner = scene.open({ cwd: join(scene.root, 'vendor') });
  value(await inner.prepare(scene.run));
  const before = value(await inner.snapshot(scene.run, 'b', 'before')).snapshot;
  writeFileSync(join(scene.root, 'vendor/wip.txt'), 'agent\n');
  value(await inner.restore(scene.run, before, value(await inner.snapshot(scene.run, 'l', 'left')).snapshot));
  expect(scene.read('vendor/wip.txt')).toBe('wip\n');
});

test('a branch that another work tree has checked out is left as it is, and said so', async () => {
  const scene = await new Scene({ setup: 'git worktree add -q ../two' }).prepare();
  const to = await scene.snapshot();
  sh(join(scene.base, 'two'), 'git commit -q --allow-empty -m "somebody works here"', scene.env);
  const tip = scene.git('rev-parse', 'two');
  scene.agent('git worktree add -q ../three; echo x > src/a.txt');
  const report = await scene.restore(to);
  expect(scene.git('rev-parse', 'two')).toBe(tip);
  expect(scene.git('rev-parse', '--verify', 'three')).toBe(scene.git('rev-parse', 'main'));
  expect(report.notes.filter((note) => note.includes('another work tree'))).toHaveLength(2);
});

test('with several work trees only lost stash entries come back', async () => {
  const scene = await new Scene({
    setup: 'git worktree add -q ../two; echo mine >> src/a.txt; git stash -q; echo again >> src/a.txt; git stash -q',
  }).prepare();
  const before = scene.git('stash', 'list', '--format=%H').trim().split('\n').sort();
  const to = await scene.snapshot();
  sh(join(scene.base, 'two'), 'echo other >> src/b.txt; git stash -q', scene.env);
  const theirs = scene.git('rev-parse', 'stash@{0}').trim();
  scene.agent('git stash drop -q stash@{1}; git stash drop -q stash@{1}');
  await scene.restore(to);
  expect(scene.git('stash', 'list', '--format=%H').trim().split('\n').sort()).toEqual([...before, theirs].sort());
});

test('an agent that removes .git is told of plainly, and nothing is made worse', async () => {
  const scene = await new Scene({ setup: 'echo mine > notes.txt' }).prepare();
  const to = await scene.snapshot();
  const left = await scene.snapshot();
  scene.agent('rm -rf .git; echo x > src/a.txt');
  const files = listing(scene.root);
  for (const result of [await scene.workspace.restore(scene.run, to, left), await scene.workspace.snapshot(scene.run, 'l', 'left')]) {
    expect(failure(result)).toMatchObject({ kind: 'refused', message: expect.stringContaining('the repository is gone') });
  }
  scene.agent('git init -q -b main .');
  expect(failure(await scene.workspace.restore(scene.run, to, left))).toMatchObject({
    message: expect.stringContaining('objects are gone'),
  });
  expect(listing(scene.root)).toEqual(files);
});

test('what an undone iteration had made can be looked at afterwards', async () => {
  const scene = await new Scene({ setup: 'echo mine > notes.txt' }).prepare();
  const to = await scene.snapshot('try-1');
  scene.agent('echo agent > src/a.txt; git commit -qam sneaky; echo agent > notes.txt');
  const sneaky = scene.git('rev-parse', 'HEAD').trim();
  const left = await scene.snapshot('try-1-left');
  value(await scene.workspace.restore(scene.run, to, left));
  expect(scene.git('diff', '--name-only', 'pawl/k7m2/try-1', 'pawl/k7m2/try-1-left')).toBe('notes.txt\nsrc/a.txt\n');
  expect(scene.git('log', '-1', '--format=%s', `pawl/k7m2/held/${sneaky}`)).toBe('sneaky\n');
});

test('hidden files that a restore removes are recorded first', async () => {
  const scene = await new Scene().prepare();
  const to = await scene.snapshot('b');
  scene.agent('echo hidden > .gitignore; echo precious > hidden');
  await scene.restore(to);
  const held = scene
    .git('for-each-ref', '--format=%(refname)', 'refs/pawl')
    .split('\n')
    .filter((name) => name.includes('.more-'));
  expect(held.map((name) => scene.git('ls-tree', '--name-only', name)).join('')).toContain('hidden');
});

test('a restore that is stopped at any of its steps and done again ends the same', { timeout: 300_000 }, async () => {
  const damage =
    'echo "*" > .gitignore; echo h > hidden; rm -rf src; echo file > src; git add -A -f; git commit -qm x; git checkout -q -b y; git config a.b c; git init -q nested; mkdir -p e; chmod 600 notes.txt';
  for (let stopAt = 1; ; stopAt += 4) {
    const scene = await new Scene({ setup: 'echo mine > notes.txt; echo st > st; git add st; mkdir empty' }).prepare();
    const before = scene.observe();
    const to = await scene.snapshot('b');
    scene.agent(damage);
    const left = await scene.snapshot('left');
    const { programs } = await import('../../src/adapters/process/programs.ts');
    const real = programs();
    let calls = 0;
    const dying = scene.open({
      programs: { ...real, run: (request) => (++calls > stopAt ? Promise.reject(new Error('killed')) : real.run(request)) },
    });
    const ended = await dying.restore(scene.run, to, left).then(
      () => true,
      (error: Error) => error.message !== 'killed',
    );
    scene.reopen();
    value(await scene.workspace.restore(scene.run, to, left));
    expect(scene.observe(), `stopped at call ${stopAt}`).toEqual(before);
    if (ended) break;
  }
});

test('work that a person did after the crash is recorded before a repeated restore undoes it, and a branch they moved stops it', async () => {
  const scene = await new Scene().prepare();
  const to = await scene.snapshot('b');
  scene.agent('echo agent > src/a.txt');
  const left = await scene.snapshot('left');
  scene.sh('echo "typed after the crash" > thesis.txt');
  value(await scene.workspace.restore(scene.run, to, left));
  const held = scene
    .git('for-each-ref', '--format=%(refname)', 'refs/pawl/k7m2')
    .split('\n')
    .find((name) => name.includes('left.more-')) as string;
  expect(scene.git('show', `${held}:thesis.txt`)).toBe('typed after the crash\n');
  scene.sh('git commit -q --allow-empty -m "mine, after the crash"');
  expect(failure(await scene.workspace.restore(scene.run, to, left))).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('main was moved by somebody else'),
  });
  expect(scene.git('log', '-1', '--format=%s')).toBe('mine, after the crash\n');
});

test('LFS: the real program runs in a kept commit and nowhere else', async (context) => {
  if (spawnSync('git-lfs', ['version']).status !== 0) {
    console.warn('SKIPPED: git-lfs is not installed, so only the stand-in filter was tested (apt-get install git-lfs)');
    return context.skip();
  }
  const scene = await new Scene({
    setup:
      'git lfs install --local >/dev/null; git lfs track "*.bin" >/dev/null; head -c 50000 /dev/urandom > big.bin; git add -A; git commit -qm lfs; echo mine > mine.bin',
  }).prepare();
  const before = await scene.snapshot();
  const files = listing(scene.root);
  scene.agent('rm mine.bin; echo agent > big.bin');
  await scene.restore(before);
  expect(listing(scene.root)).toEqual(files);
  writeFileSync(join(scene.root, 'big.bin'), 'better\n');
  const plan = await scene.keep(before);
  expect(scene.git('show', 'HEAD:big.bin')).toContain('version https://git-lfs.github.com/spec/v1');
  expect(plan.alsoYours).toEqual([]);
  expect(scene.git('status', '--porcelain')).toBe('?? mine.bin\n');
  expect(scene.git('lfs', 'fsck')).toContain('OK');
});

test('a large untracked binary comes back byte for byte', async () => {
  const scene = new Scene({ setup: 'head -c 6000000 /dev/urandom > big.bin' });
  await scene.survives('head -c 1000 /dev/zero > big.bin; rm -f src/a.txt');
});

test('a run as an ordinary user puts read-only files and folders back', { timeout: 120_000 }, async () => {
  // Only root may take on another user; an ordinary user's whole test run is such a run already.
  if (process.getuid?.() !== 0) return;
  const folder = new Scene().base;
  chmodSync(folder, 0o777);
  const here = new URL('./as-ordinary-user.ts', import.meta.url).pathname;
  const ran = spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, here, folder], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  expect(ran.stderr + ran.stdout).toBe('the same\n');
});

test('a snapshot runs no filter that a step has configured', async () => {
  const scene = await new Scene().prepare();
  scene.agent(`echo z >> src/a.txt; git add src/a.txt; git config filter.evil.clean 'touch "${join(scene.base, 'RAN')}"; cat'
    echo '* filter=evil' > .gitattributes`);
  await scene.snapshot();
  expect(existsSync(join(scene.base, 'RAN'))).toBe(false);
});

test('fifty thousand files: a snapshot of an unchanged tree and the restore of a few changes stay quick', {
  timeout: 300_000,
}, async () => {
  const scene = new Scene();
  for (let at = 0; at < 50_000; at++) {
    const folder = join(scene.root, `d${at % 200}`, `e${at % 1000}`);
    if (at < 1000) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `f${at}`), `${at}\n`);
  }
  scene.sh('git -c core.fsync=none add -A; git commit -qm many');
  const timed = async <T>(label: string, steps: () => Promise<T>): Promise<T> => {
    const startMs = performance.now();
    const result = await steps();
    console.log(`50 000 files, ${label}: ${Math.round(performance.now() - startMs)} ms`);
    return result;
  };
  await timed('git status', async () => scene.git('status', '--porcelain'));
  await timed('prepare', () => scene.prepare());
  const to = await timed('first snapshot', () => scene.snapshot());
  await timed('unchanged snapshot', () => scene.snapshot());
  scene.agent('echo x > d1/e1/f1; rm -rf d2; mkdir d3/new; echo y > d3/new/y');
  await timed('snapshot and restore', () => scene.restore(to));
  expect(scene.git('status', '--porcelain')).toBe('');
  expect(readdirSync(join(scene.root, 'd2')).length).toBeGreaterThan(0);
  expect(lstatSync(join(scene.root, 'd3')).isDirectory()).toBe(true);
  sh(scene.base, 'rm -rf repo');
});
