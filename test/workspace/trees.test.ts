import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../src/core/events/event-parts.ts';
import { agent, failure, listing, Scene, type SceneOptions, sh, value, write } from './scene.ts';
import { grown, take, treesIn } from './trees-in.ts';

/** What a person sees of a work tree wherever its git folder lies. */
function seen(scene: Scene, root: string, pathspec = ''): Record<string, unknown> {
  const git = (text: string): string => sh(root, `git -c core.quotePath=false ${text}`, { ...scene.env, GIT_OPTIONAL_LOCKS: '0' });
  return {
    files: listing(root),
    status: git(`status --porcelain=v2 -z --branch --untracked-files=all ${pathspec}`),
    staged: git('ls-files -s -v -z'),
    intents: git('diff --raw -z --no-renames'),
    refs: git("for-each-ref '--format=%(objectname) %(refname) %(symref)' refs/heads refs/tags refs/notes refs/remotes"),
    history: sh(root, 'git log --format=%H%n%B || true', scene.env),
  };
}

const states: Record<string, SceneOptions> = {
  'edits, staged and not, intents, deletions and renames': {
    setup: `echo more >> src/a.txt; echo staged >> src/b.txt; git add src/b.txt; echo again >> src/b.txt; rm src/keep.txt
      echo new > new.txt; git add -N new.txt; echo u > untracked.txt; git mv src/a.txt src/moved.txt; git update-index --assume-unchanged src/moved.txt`,
  },
  'modes, links, empty folders and pipes': {
    setup: `chmod 600 src/a.txt; chmod 755 src/b.txt; chmod 700 src; ln -s nowhere dangling; ln -s src folder-link; mkdir -p empty/deep; chmod 750 empty
      echo secret > .secret; chmod 400 .secret; mkfifo -m 600 pipe`,
  },
  'names of any bytes': {
    setup: `printf one > "$(printf 'line\\nbreak')"; printf two > "$(printf 'b\\377d')"; mkdir "$(printf 'f\\303\\050')"; printf 3 > "$(printf 'f\\303\\050/x')"
      printf four > ' -*[]?"\\'; git add -A; git commit -qm names; printf more >> "$(printf 'b\\377d')"; git branch "$(printf 'br\\377nch')"`,
  },
  'a repository without commits': { files: null, setup: 'echo one > one.txt; echo two > two.txt; git add one.txt' },
  'a detached HEAD': {
    setup: 'echo two > src/two.txt; git add -A; git commit -qm second; git tag -a v1 -m v1; git checkout -q --detach HEAD~1',
  },
  'sha256 objects': { initArgs: '--object-format=sha256', setup: 'echo more >> src/a.txt; echo u > untracked.txt' },
  'a sparse checkout': {
    files: { 'in/a': 'a\n', 'out/b': 'b\n', top: 't\n' },
    setup: 'git sparse-checkout init --cone; git sparse-checkout set in; echo more >> in/a',
  },
  'a sparse index': {
    files: { 'in/a': 'a\n', 'out/b': 'b\n', top: 't\n' },
    setup: 'git sparse-checkout init --cone --sparse-index; git sparse-checkout set in; echo more >> in/a',
  },
  'a split index': { setup: 'git config core.splitIndex true; git update-index --split-index; echo more >> src/a.txt; git add -A' },
  'an index of version 4': { setup: 'git update-index --index-version 4; echo more >> src/a.txt; git add -A' },
  'line ends that git converts': {
    setup:
      "git config core.autocrlf true; printf 'a\\r\\nb\\r\\n' > crlf.txt; git add -A; git commit -qm crlf; printf 'c\\r\\n' >> crlf.txt",
  },
  'remotes, notes and symbolic refs': {
    setup: `git clone -q --bare . ../far.git; git remote add origin ../far.git; git fetch -q origin; git remote set-head origin main
      git notes add -m note; echo x > src/x; git add -A; git commit -qm ahead`,
  },
  'a shallow clone': {
    setup: `for n in 1 2 3; do echo $n > src/n; git add -A; git commit -qm $n; done; git clone -q --bare . ../far.git
      rm -rf .git * ; git clone -q --depth 2 "file://$CASE_TMP/far.git" ../near; mv ../near/.git .git; mv ../near/src src`,
  },
  'a path with blanks, quotes and colons': { folder: 'my "repo": a\\b', setup: 'echo more >> src/a.txt' },
};

for (const [name, options] of Object.entries(states)) {
  test(`a tree is as the work tree it is made from: ${name}`, async () => {
    const scene = await new Scene(options).prepare();
    const before = seen(scene, scene.root);
    const base = await scene.snapshot('base');
    const trees = treesIn(scene);
    expect(value(await trees.make(scene.run, 'one', base)).warnings).toEqual([]);
    const tree = await trees.at(scene.run, 'one');
    const inTree = seen(scene, tree.cwd);
    // A branch follows a remote one by configuration, which a tree does not have.
    const plain = (text: unknown): string => String(text).replace(/# branch\.(upstream|ab) [^\0]*\0/g, '');
    expect({ ...inTree, status: plain(inTree.status) }).toEqual({ ...before, status: plain(before.status) });
    expect(seen(scene, scene.root)).toEqual(before);
    const same = await take(tree, scene, 'same');
    expect({ tree: same.tree, head: same.head }).toEqual({ tree: base.tree, head: base.head });
    // And it is put back there as anywhere.
    agent(tree.cwd, 'rm -rf src *; echo x > x; git add -A; git commit -qm x; git checkout -q -b other', scene.env);
    value(await tree.workspace.restore(scene.run, same, await take(tree, scene, 'left')));
    expect(seen(scene, tree.cwd)).toEqual(inTree);
    expect(seen(scene, scene.root)).toEqual(before);
  });
}

test('ignored files, and folders that are there for them alone, are not in a tree', async () => {
  const { scene, base, tree } = await grown({
    setup: `echo node_modules > .gitignore; git add -A; git commit -qm i; mkdir -p node_modules/x .venv/lib; echo 1 > node_modules/x/y
      echo '*' > .venv/.gitignore; echo 1 > .venv/lib/z; echo mine > .git/info/exclude.new; printf '/local\\n' >> .git/info/exclude; echo 1 > local`,
  });
  expect(readdirSync(tree.cwd).sort()).toEqual(['.git', '.gitignore', 'src']);
  agent(
    tree.cwd,
    'mkdir node_modules .venv; echo 1 > node_modules/y; echo "*" > .venv/.gitignore; echo 1 > .venv/z; echo 1 > local; echo 2 > src/a.txt',
  );
  const [theirs, ours] = [await take(tree, scene, 'theirs'), await scene.snapshot('ours')];
  const before = listing(scene.root);
  const { merged } = value(await treesIn(scene).merge(scene.run, 'one', { base, theirs, ours }, 'merged'));
  value(await scene.workspace.restore(scene.run, merged as Snapshot, ours));
  expect(listing(scene.root)).toEqual({ ...before, 'src/a.txt': 'file 644 2\n' });
});

test('a submodule is an empty folder in a tree, and stays the user’s in every merge', async () => {
  const { scene, base, tree, warnings } = await grown({
    setup: `git init -q -b main ../sub; git -C ../sub -c user.name=u -c user.email=u@u commit -q --allow-empty -m s
      git -c protocol.file.allow=always submodule --quiet add ../sub sub; git commit -qm sub; mkdir vendor; git init -q -b main vendor/other; echo 1 > vendor/other/f`,
  });
  expect(warnings).toEqual(['not in the work tree of its own, as they are repositories: sub, vendor/other']);
  expect(readdirSync(join(tree.cwd, 'sub'))).toEqual([]);
  expect(sh(tree.cwd, 'git status --porcelain', scene.env)).toBe('');
  agent(tree.cwd, 'echo 2 > src/a.txt; rmdir sub; git init -q made; echo 1 > made/f');
  const said = value(await tree.workspace.snapshot(scene.run, 'theirs', 'theirs'));
  expect(said.warnings).toEqual(['made in a work tree of its own and not merged, as they are repositories: made']);
  const before = listing(scene.root);
  const ours = await scene.snapshot('ours');
  const { merged } = value(await treesIn(scene).merge(scene.run, 'one', { base, theirs: said.snapshot, ours }, 'merged'));
  const report = value(await scene.workspace.restore(scene.run, merged as Snapshot, ours));
  expect(report).toEqual({ paths: 1, notes: [] });
  expect(listing(scene.root)).toEqual({ ...before, 'src/a.txt': 'file 644 2\n' });
  agent(tree.cwd, 'mkdir -p sub; echo 1 > sub/f');
  const states = { base, theirs: await take(tree, scene, 'more'), ours };
  expect(value(await treesIn(scene).merge(scene.run, 'one', states, 'again')).conflicts).toEqual(['sub/f']);
});

test('a tree of a linked work tree, and a run in a folder below the top', async () => {
  const scene = new Scene({ setup: 'git worktree add -q -b side ../linked; echo mine >> ../linked/src/a.txt; mkdir ../linked/src/deep' });
  const linked = join(scene.base, 'linked');
  const cwd = join(linked, 'src/deep');
  const workspace = scene.open({ cwd });
  value(await workspace.prepare(scene.run));
  const base = value(await workspace.snapshot(scene.run, 'base', 'base')).snapshot;
  const trees = treesIn(scene, { cwd });
  value(await trees.make(scene.run, 'one', base));
  const tree = await trees.at(scene.run, 'one');
  expect(tree.cwd).toBe(join(linked, '.pawl/trees', scene.run.run, 'one/src/deep'));
  expect(sh(tree.cwd, 'git branch --show-current; cat ../a.txt', scene.env)).toBe('side\none\nmine\n');
  agent(tree.cwd, 'echo 2 > new; git add -A; git commit -qm x; git branch -D main', scene.env);
  const theirs = await take(tree, scene, 'theirs');
  value(await trees.removeAll(scene.run));
  expect(sh(linked, `git show pawl/${scene.run.run}/theirs:src/deep/new && git branch --format='%(refname:short)'`, scene.env)).toBe(
    '2\nmain\nside\n',
  );
  const ours = value(await workspace.snapshot(scene.run, 'ours', 'ours')).snapshot;
  expect(value(await trees.merge(scene.run, 'one', { base, theirs, ours }, 'merged')).conflicts).toEqual([]);
});

test('commits, staged files and tries of a tree are found in the user’s repository when the tree is gone', async () => {
  const { scene, base, tree } = await grown({});
  agent(
    tree.cwd,
    'echo c > committed; git add -A; git commit -qm agent; echo x > src/a.txt; git stash -q; echo s > staged; git add staged; echo t > staged; echo w > worked',
    scene.env,
  );
  const commit = sh(tree.cwd, 'git rev-parse HEAD', scene.env).trim();
  const left = await take(tree, scene, 'try-1');
  value(await treesIn(scene).removeAll(scene.run));
  expect(existsSync(tree.cwd)).toBe(false);
  scene.sh('git gc -q --prune=now');
  const ref = `pawl/${scene.run.run}/${left.ref}`;
  expect(scene.sh(`git diff --name-only pawl/${scene.run.run}/${base.ref} ${ref}`)).toBe('committed\nstaged\nworked\n');
  expect(scene.sh(`git show ${ref}:staged ${ref}.index:staged; git log --format=%s pawl/${scene.run.run}/held/${commit}`)).toBe(
    't\ns\nagent\nfirst\n',
  );
  expect(scene.sh('git fsck --full --no-dangling 2>&1')).toBe('');
  expect(scene.git('log', '--format=%s')).toBe('first\n');
});

test('two trees may take a name each, and the states of both are kept', async () => {
  const scene = await new Scene().prepare();
  const base = await scene.snapshot('base');
  const trees = treesIn(scene);
  const made = ['one', 'two', 'three'].map(async (name) => {
    value(await trees.make(scene.run, name, base));
    const tree = await trees.at(scene.run, name);
    agent(tree.cwd, `echo ${name} > who; git add -A; git commit -qm ${name}`, scene.env);
    return take(tree, scene, 'same-name');
  });
  const refs = (await Promise.all(made)).map(({ ref }) => scene.git('show', `pawl/${scene.run.run}/${ref}:who`));
  expect(refs).toEqual(['one\n', 'two\n', 'three\n']);
});

test('filters run for a commit in a tree and never else', async () => {
  const { scene, tree } = await grown({
    setup: `git config filter.big.clean 'echo clean >> "$CASE_TMP/ran"; sed s/^/POINTER/'; git config filter.big.smudge 'echo smudge >> "$CASE_TMP/ran"; sed s/^POINTER//'
      echo '*.big filter=big' > .gitattributes; echo data > x.big; git add -A; git commit -qm big; echo more >> x.big; rm -f "$CASE_TMP/ran"`,
  });
  const ran = (): string => (existsSync(join(scene.base, 'ran')) ? readFileSync(join(scene.base, 'ran'), 'utf8') : '');
  expect(readFileSync(join(tree.cwd, 'x.big'), 'utf8')).toBe('data\nmore\n');
  const before = await take(tree, scene, 'before');
  write(tree.cwd, { 'x.big': 'data\nagent\n' });
  const after = await take(tree, scene, 'after');
  expect(ran()).toBe('');
  const plan = value(await tree.workspace.planCommit(scene.run, before, after, 'fix: it'));
  expect(ran()).toMatch(/^(clean\n)+$/);
  value(await tree.workspace.commit(scene.run, before, plan as NonNullable<typeof plan>));
  expect(sh(tree.cwd, 'git show HEAD:x.big; git branch --show-current', scene.env)).toBe('POINTERdata\nPOINTERagent\npawl/fix/k7m2\n');
  expect(scene.git('for-each-ref', '--format=%(refname)', 'refs/heads')).toBe('refs/heads/main\n');
});

test('a tree knows no remotes and no hooks, and works with the person’s identity', async () => {
  const { scene, tree } = await grown({
    setup: `git remote add origin https://example.org/x.git; git config branch.main.remote origin; git config branch.main.merge refs/heads/main
      git config url.https://example.com/.insteadOf gh:; git config core.hooksPath hooks; git config alias.st 'status -s'; git config diff.x.xfuncname 'a "b" \\\\c # d'
      git config --add user.signingkey 'k "1"'; printf '[include]\\n\\tpath = more\\n' >> .git/config; printf '[push]\\n\\tdefault = nothing\\n' > .git/more
      echo 'echo hook >> "$CASE_TMP/ran"; exit 1' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`,
  });
  agent(tree.cwd, 'echo x > x; git add -A; git commit -qm x', scene.env);
  expect(existsSync(join(scene.base, 'ran'))).toBe(false);
  expect(sh(tree.cwd, 'git log -1 --format="%an %ae %s"; git remote; git st', scene.env)).toBe('user user@example.org x\n');
  const get = (cwd: string, key: string): string => sh(cwd, `git config --get ${key} || echo none`, scene.env);
  for (const key of ['diff.x.xfuncname', 'user.signingkey', 'push.default', 'alias.st'])
    expect(get(tree.cwd, key)).toBe(get(scene.root, key));
  for (const key of ['remote.origin.url', 'branch.main.remote', 'url.https://example.com/.insteadof', 'core.hookspath', 'include.path'])
    expect(get(tree.cwd, key)).toBe('none\n');
});

test('what is moved aside in a tree is found where everything that is moved aside is, and stays', async () => {
  const { scene, tree } = await grown({});
  const before = await take(tree, scene, 'before');
  agent(tree.cwd, 'git init -q made; echo 1 > made/f');
  const { notes } = value(await tree.workspace.restore(scene.run, before, await take(tree, scene, 'left')));
  expect(notes).toEqual([`moved to .pawl/runs/${scene.run.run}/left/ because no snapshot holds them: made`]);
  value(await treesIn(scene).removeAll(scene.run));
  expect(readFileSync(join(scene.root, '.pawl/runs', scene.run.run, 'left/made/f'), 'utf8')).toBe('1\n');
});

test('a folder without a repository has no trees', async () => {
  const scene = new Scene();
  const plain = join(scene.base, 'plain');
  mkdirSync(plain);
  const trees = treesIn(scene, { cwd: plain });
  const snapshot = { id: '0', tree: '0', head: null, ref: 'x' };
  expect(failure(await trees.make(scene.run, 'one', snapshot))).toMatchObject({ kind: 'refused' });
  value(await trees.removeAll(scene.run));
  expect(readdirSync(plain)).toEqual([]);
});
