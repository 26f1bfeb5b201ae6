import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { fileBlobs } from '../../src/adapters/store/sqlite/blobs.ts';
import { gitWorkspace } from '../../src/adapters/workspace/git/git-workspace.ts';
import { agent, failure, listing, Scene, sh, value } from './scene.ts';

/** A linked work tree in which the user has work, inside of the repository itself or beside it. */
async function linkedScene(where: string) {
  const scene = new Scene({
    setup: `echo /trees >> .git/info/exclude; git worktree add -q ${where} -b theirs; echo mine > ${where}/notes.txt`,
  });
  const root = join(scene.root, where);
  scene.workspace = scene.open({ cwd: root });
  await scene.prepare();
  return { scene, root };
}

for (const where of ['../linked', 'trees/linked']) {
  test.each([
    ['removed', 'rm .git'],
    ['replaced by a repository', 'rm .git; git init -q; git add src; git -c user.name=a -c user.email=a@a commit -qm evil'],
    ['made to lead elsewhere', 'echo "gitdir: /nowhere" > .git'],
  ])(`the .git of a linked work tree (${where}) that a step had %s before the process died comes back with undo`, async (_, damage) => {
    const { scene, root } = await linkedScene(where);
    const [before, link] = [listing(root), sh(root, 'cat .git')];
    const to = await scene.snapshot('start');
    sh(root, `rm notes.txt; echo BAD > src/a.txt; ${damage}`, scene.env);
    scene.workspace = scene.open({ cwd: root });
    const { snapshot: left } = value(await scene.workspace.snapshot(scene.run, 'undone', 'left'));
    value(await scene.workspace.restore(scene.run, to, left));
    expect(sh(root, 'cat .git')).toBe(link);
    expect(listing(root)).toEqual(before);
    expect(sh(root, 'git status --porcelain', scene.env)).toBe('?? notes.txt\n');
    expect(scene.git('status', '--porcelain')).toBe('');
  });
}

test('a new run in a work tree whose .git is gone is refused, and nothing is made', async () => {
  const { scene, root } = await linkedScene('trees/linked');
  await scene.snapshot('start');
  sh(root, 'rm .git');
  expect(failure(await scene.open({ cwd: root }).inspect()).message).toContain('git cannot read the repository at');
  expect(existsSync(join(root, '.git'))).toBe(false);
});

const linkDamages = [
  { title: 'removed', damage: 'rm .git; echo x >> src/a.txt', aside: false },
  {
    title: 'replaced by a repository',
    damage: 'rm .git; git init -q; echo x >> src/a.txt; git add -A; git commit -qm theirs',
    aside: true,
  },
  { title: 'overwritten', damage: 'rm .git; echo no > .git; rm src/a.txt', aside: true },
];
const linkedCheckouts = [
  ['a linked work tree', 'git worktree add -q "$CASE_TMP/linked" -b other'],
  [
    'a checkout whose git folder lies elsewhere, like that of a submodule,',
    'git init -q --separate-git-dir "$CASE_TMP/modules" "$CASE_TMP/linked"; git -C "$CASE_TMP/linked" pull -q "$PWD" main',
  ],
  [
    'a checkout whose .git is a link',
    'git clone -q . "$CASE_TMP/linked"; mv "$CASE_TMP/linked/.git" "$CASE_TMP/real"; ln -s ../real "$CASE_TMP/linked/.git"',
  ],
] as const;

for (const [checkout, make] of linkedCheckouts) {
  for (const { title, damage, aside } of linkDamages) {
    test(`the .git of ${checkout} is put back after a step: ${title}`, async () => {
      const scene = new Scene({ setup: make });
      const root = join(scene.base, 'linked');
      const look = () => [
        listing(root),
        sh(root, 'cat .git 2>/dev/null || readlink .git; git --no-optional-locks status; git log --all', scene.env),
      ];
      const workspace = gitWorkspace({
        cwd: root,
        programs: programs(),
        blobs: fileBlobs(join(scene.base, 'blobs'), false),
        env: scene.env,
      });
      value(await workspace.prepare(scene.run));
      const before = look();
      const to = value(await workspace.snapshot(scene.run, 'before', 'before')).snapshot;
      agent(root, damage, scene.env);
      const left = value(await workspace.snapshot(scene.run, 'left', 'before')).snapshot;
      const { notes } = value(await workspace.restore(scene.run, to, left));
      expect(look()).toEqual(before);
      expect(notes.join('\n')).toContain('.git was');
      expect(existsSync(join(root, '.pawl/runs/k7m2/left/.git'))).toBe(aside);
    });
  }
}
