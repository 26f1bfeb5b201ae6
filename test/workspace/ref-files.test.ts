import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import type { Place } from '../../src/adapters/workspace/git/place/place.ts';
import { Git } from '../../src/adapters/workspace/git/program/git.ts';
import { makeRefs } from '../../src/adapters/workspace/git/refs/new-refs.ts';
import { readRefFiles } from '../../src/adapters/workspace/git/refs/ref-files.ts';
import { listRefs } from '../../src/adapters/workspace/git/refs/refs.ts';
import { locate } from '../../src/adapters/workspace/git/repository/locate.ts';
import { scratchFolder } from '../scratch.ts';
import { sh } from './scene.ts';

const identity = 'git config user.name A; git config user.email a@b.c; git config advice.detachedHead false';
const begin = `git init -q -b main; ${identity}; echo 1 > f; git add -A; git commit -qm 1; echo 2 > f; git commit -qam 2`;

async function repository(setup: string, below = '.'): Promise<{ readonly git: Git; readonly place: Place; readonly root: string }> {
  const root = scratchFolder();
  sh(root, `${begin}\n${setup}`);
  const git = await Git.find(programs(), { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' });
  const place = await locate(git as Git, join(root, below), undefined);
  sh(root, 'mkdir -p .pawl/git');
  return { git: git as Git, place: place as Place, root };
}

/** What git says, without the refs of other runs, which are not asked for. */
const saidByGit = async ({ git, place }: { git: Git; place: Place }): Promise<unknown[]> =>
  [...(await listRefs(git, place))].filter(([name]) => !name.startsWith('refs/pawl/') || name.startsWith('refs/pawl/mine/'));

const plain: [string, string, string?][] = [
  ['a branch', ''],
  ['branches and tags whose names are nested', 'git branch a/b/c; git branch a/d; git tag x/y; git tag -a -m m x/z'],
  ['everything packed', 'git branch b; git tag -a -m m t; git pack-refs --all --prune'],
  ['files over packed refs', 'git branch b; git branch c; git pack-refs --all --prune; git update-ref refs/heads/b HEAD~1'],
  ['files and packed refs alike', 'git branch b; git pack-refs --all --no-prune'],
  ['a packed ref that was deleted since', 'git branch b; git branch c; git pack-refs --all --prune; git branch -D b'],
  [
    'tags of tags, of trees and of files',
    'git tag -a -m m t; git tag -a -m m tt t; git tag tree HEAD^{tree}; git tag blob HEAD:f; git pack-refs --all',
  ],
  ['a symbolic ref', 'git update-ref refs/remotes/origin/main HEAD; git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main'],
  [
    'a symbolic ref to a packed one',
    'git update-ref refs/remotes/origin/main HEAD; git pack-refs --all --prune; git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main',
  ],
  ['a stash and notes', 'echo 3 > f; git stash -q; git notes add -m n'],
  ['a detached HEAD', 'git checkout -q HEAD~1'],
  ['no commit on the branch', 'git checkout -q --orphan new'],
  [
    'refs of a run, of other runs and beside them',
    'for r in mine/a mine/held/b other/a mineral/a x; do git update-ref refs/pawl/$r HEAD; done',
  ],
  [
    'refs of runs that are packed',
    'for r in mine/a other/a; do git update-ref refs/pawl/$r HEAD; done; git pack-refs --all --prune; git update-ref refs/pawl/mine/b HEAD',
  ],
  ['a bisect', 'git bisect start -q; git bisect bad; git bisect good HEAD~1'],
  [
    'names of other letters',
    'git branch grün; git branch 日本; git branch 🎈; git tag zeit/über; git pack-refs --all --prune; git branch ärger',
  ],
  [
    'names whose bytes are no UTF-8',
    'git branch "$(printf \'a\\351b\')"; git branch "$(printf \'c\\377\')"; git pack-refs --all --prune; git branch "$(printf \'d\\351\')"',
  ],
  ['empty folders', 'git branch a/b; git pack-refs --all --prune; mkdir -p .git/refs/heads/a .git/refs/heads/z/z'],
  [
    'locks and hidden files among the refs',
    'git branch b; : > .git/refs/heads/b.lock; : > .git/refs/heads/new.lock; : > .git/refs/heads/.DS_Store; : > .git/packed-refs.lock',
  ],
  [
    'odd but right names',
    "git branch 'a+b'; git branch 'a@b'; git branch '{x}'; git branch -- 'a-'; git branch 'é(1)'; git branch 'a.b'; git branch '#1'",
  ],
  ['an object that is not there', "printf '%040d\\n' 1 | sed s/0/a/ > .git/refs/heads/gone"],
  [
    'hashes of 64 digits',
    `rm -rf .git f; git init -q -b main --object-format=sha256; ${identity}; echo 1 > f; git add -A; git commit -qm 1; git branch b; git pack-refs --all`,
  ],
  [
    'another work tree',
    'git branch b; git worktree add -q ../$(basename "$PWD")-w b; git bisect start -q; git bisect bad; git update-ref refs/worktree/x HEAD',
  ],
  [
    'a linked work tree with refs of its own',
    'git worktree add -q w; git bisect start -q; git bisect bad; git update-ref refs/worktree/main HEAD; cd w; git update-ref refs/worktree/w HEAD~1; git bisect start -q; git bisect good HEAD~1; git pack-refs --all --prune; git branch c',
    'w',
  ],
];

test.each(plain)('refs are read from their files as git says them: %s', async (_, setup, below) => {
  const scene = await repository(setup, below);
  const read = readRefFiles(scene.place, 'mine');
  expect(read).not.toBeNull();
  expect([...(read ?? [])]).toEqual(await saidByGit(scene));
});

const odd: readonly (readonly [string, string])[] = [
  ['a ref that holds no id', 'echo nonsense > .git/refs/heads/broken'],
  ['an empty ref', ': > .git/refs/heads/broken'],
  ['a ref that was cut off', 'head -c 20 .git/refs/heads/main > x; mv x .git/refs/heads/broken'],
  [
    'a ref with words behind it',
    'printf " x\\n" >> .git/refs/heads/main; git rev-parse HEAD | tr "\\n" " " > .git/refs/heads/b; echo more >> .git/refs/heads/b',
  ],
  ['an id of zeros', "printf '%040d\\n' 0 > .git/refs/heads/none"],
  ['an id in capitals', 'git rev-parse HEAD | tr a-f A-F > .git/refs/heads/loud'],
  ['a ref that is a link', 'git branch b; ln -s b .git/refs/heads/link'],
  ['a folder of refs that is a link', 'git branch b; ln -s heads .git/refs/other'],
  ['a name that git would not make', 'git branch b; cp .git/refs/heads/b ".git/refs/heads/a b"; cp .git/refs/heads/b .git/refs/heads/a..b'],
  ['a symbolic ref that leads nowhere', 'git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main'],
  ['a symbolic ref to another', 'git symbolic-ref refs/heads/a refs/heads/main; git symbolic-ref refs/heads/b refs/heads/a'],
  ['a symbolic ref to itself', 'printf "ref: refs/heads/a\\n" > .git/refs/heads/a'],
  ['a symbolic ref to HEAD', 'printf "ref: HEAD\\n" > .git/refs/heads/a'],
  ['refs without a line end', 'git rev-parse HEAD | tr -d "\\n" > .git/refs/heads/b'],
  [
    'packed refs in another order',
    'git branch a; git branch b; git pack-refs --all --prune; { echo "# pack-refs with: peeled"; tail -n +2 .git/packed-refs | sort -r -k2; } > x; mv x .git/packed-refs',
  ],
  ['packed refs with Windows line ends', 'git pack-refs --all --prune; git branch b; sed -i "s/$/\\r/" .git/packed-refs'],
  [
    'more refs than are worth reading',
    'git rev-parse HEAD > x; mkdir .git/refs/heads/many; for i in $(seq 600); do cp x .git/refs/heads/many/$i; done',
  ],
];

test.each(odd)('refs are left to git where something is odd: %s', async (_, setup) => {
  const { place } = await repository(setup);
  expect(readRefFiles(place, 'mine')).toBeNull();
});

test.each([
  ['packed refs that are cut off', 'git pack-refs --all; printf abc >> .git/packed-refs'],
  ['packed refs that are a folder', 'mkdir .git/packed-refs'],
  ['packed refs that are a pipe', 'mkfifo .git/packed-refs'],
  ['a ref that is a pipe', 'mkfifo .git/refs/heads/pipe'],
  ['a setting for another way to keep refs', 'git config extensions.refStorage files'],
  ['a folder of a reftable', 'mkdir .git/reftable'],
])('refs are left to git, and nothing waits, where it is no repository of files: %s', async (_, setup) => {
  const { place, root } = await repository('');
  sh(root, setup);
  expect(readRefFiles(place, 'mine')).toBeNull();
});

/** Makes refs below refs/pawl/mine/ at HEAD, by name. Gives the names that were left to git. */
async function made(place: Place, root: string, names: readonly string[], oid = sh(root, 'git rev-parse HEAD').trim()): Promise<string[]> {
  const left = await makeRefs(
    place,
    names.map((name) => [`refs/pawl/mine/${name}`, oid]),
  );
  return left.map(([name]) => name.slice('refs/pawl/mine/'.length));
}

test.each([
  ['objects of their own files', ''],
  ['objects in a pack', 'git gc -q'],
  [
    'objects in several packs',
    'git repack -q -d; echo 3 > f; git commit -qam 3; git repack -q -d; echo 4 > g; git add g; git commit -qm 4',
  ],
  ['other refs of runs, packed', 'git update-ref refs/pawl/mine/old HEAD; git update-ref refs/pawl/x/y HEAD; git pack-refs --all --prune'],
])('refs that are made are whole, and git sees and keeps what they hold: %s', async (_, setup) => {
  const { place, root, git } = await repository(setup);
  expect(await made(place, root, ['start', 'held/abc', 'größe'])).toEqual([]);
  const oid = sh(root, 'git rev-parse HEAD').trim();
  for (const name of ['start', 'held/abc', 'größe']) expect(readFileSync(join(root, '.git/refs/pawl/mine', name), 'utf8')).toBe(`${oid}\n`);
  expect([...(readRefFiles(place, 'mine') ?? [])]).toEqual(await saidByGit({ git, place }));
  // Only these refs still lead there.
  sh(
    root,
    'git pack-refs --all --prune; git checkout -q --detach HEAD~1; git update-ref -d refs/heads/main; git reflog expire --expire=now --all; git gc -q --prune=now',
  );
  expect(sh(root, `git cat-file -t ${oid}; git fsck --strict 2>&1`)).toMatch(/^commit\n/);
  expect(sh(root, 'ls .pawl/git')).toBe('');
});

const leftToGit: readonly (readonly [string, string, string])[] = [
  ['there is one of the name', 'git update-ref refs/pawl/mine/a HEAD~1', 'a'],
  ['somebody holds its lock', 'mkdir -p .git/refs/pawl/mine; : > .git/refs/pawl/mine/a.lock', 'a'],
  ['a folder has the name', 'git update-ref refs/pawl/mine/a/b HEAD', 'a'],
  ['a packed ref is below the name', 'git update-ref refs/pawl/mine/a/b HEAD; git pack-refs --all --prune', 'a'],
  ['a packed ref is above the name', 'git update-ref refs/pawl/mine HEAD; git pack-refs --all --prune', 'a'],
  ['a ref is above the name', 'git update-ref refs/pawl HEAD', 'a'],
  ['git would not make the name', '', 'a..b'],
  ['the repository is shared', 'git config core.sharedRepository group; chmod -R g+w .git/refs', 'a'],
  ['the refs are a link', 'mv .git/refs .git/real; ln -s real .git/refs', 'a'],
  ['packed refs are broken', 'git pack-refs --all; printf abc >> .git/packed-refs', 'a'],
];

test.each(leftToGit)('a ref is left to git, and nothing is changed, where %s', async (_, setup, name) => {
  const { place, root } = await repository('');
  const first = sh(root, 'git rev-parse HEAD').trim();
  sh(root, setup);
  const before = sh(root, 'cd .git; find refs -type f | sort | xargs md5sum; cat packed-refs 2>/dev/null || true');
  expect(await made(place, root, [name], first)).toEqual([name]);
  expect(sh(root, 'cd .git; find refs -type f | sort | xargs md5sum; cat packed-refs 2>/dev/null || true')).toBe(before);
});

test('a ref to an object that is not there, or that is empty, is left to git, which refuses it', async () => {
  const { place, root } = await repository('');
  expect(await made(place, root, ['a'], 'ab'.repeat(20))).toEqual(['a']);
  const oid = sh(root, 'git rev-parse HEAD').trim();
  const file = join(root, '.git/objects', oid.slice(0, 2), oid.slice(2));
  sh(root, `chmod u+w ${file}`);
  writeFileSync(file, '');
  expect(await made(place, root, ['a'], oid)).toEqual(['a']);
  expect(existsSync(join(root, '.git/refs/pawl/mine/a'))).toBe(false);
});

test('what a process that died has left of a ref under way is in nobody’s way', async () => {
  const { place, root } = await repository('echo half > .pawl-new; mkdir -p .pawl/git; cp .pawl-new .pawl/git/new-ref-0');
  expect(await made(place, root, ['a'])).toEqual([]);
  expect(sh(root, 'git rev-parse refs/pawl/mine/a')).toBe(sh(root, 'git rev-parse HEAD'));
});
