import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { fileBlobs } from '../../src/adapters/store/sqlite/blobs.ts';
import { gitWorkspace } from '../../src/adapters/workspace/git/git-workspace.ts';
import { agent, listing, Scene, sh, value } from './scene.ts';

/** Root may read everything and would prove nothing. */
const asOther = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];

const lockedCases = [
  {
    title: 'a file and a folder that nobody recorded',
    setup: 'mkdir priv; echo ONLY > priv/p; echo ONLY > key',
    lock: 'true',
    damage: 'chmod -R u+rwX .',
    firstLocked: true,
    words: ['./key:ONLY', './priv/p:ONLY'],
  },
  {
    title: 'a tracked file',
    setup: 'echo ONLY > key; git add key; git commit -qm key; echo MINE > key',
    lock: 'true',
    damage: 'chmod -R u+rwX .; echo new > came; rm a',
    firstLocked: true,
    words: ['./a:a', './key:MINE'],
  },
  {
    title: 'a file that the ignore rules name as shown',
    setup: 'printf "*\\n!key\\n!.gitignore\\n" > .gitignore; echo ONLY > key',
    lock: 'true',
    damage: 'chmod u+rw key; echo x > a',
    firstLocked: true,
    words: ['./a:a', './key:ONLY'],
  },
  {
    title: 'a folder that could be read once and has got a file since, and a file that was recorded',
    setup: 'mkdir priv; echo old > priv/p; echo rec > key',
    lock: 'echo ONLY > priv/q; chmod 000 priv key',
    damage: 'chmod -R u+rwX .; echo x > priv/p; echo x > key',
    firstLocked: false,
    words: ['./key:rec', './priv/p:old', './priv/q:ONLY'],
  },
];

for (const { title, setup, lock, damage, firstLocked, words } of lockedCases) {
  test.skipIf(asOther.length > 0 && spawnSync('setpriv', ['--version']).status !== 0)(
    `what the user had locked stays and is locked again after a step opened it: ${title} (root needs setpriv for this)`,
    { timeout: 60_000 },
    () => {
      const folder = new Scene().base;
      chmodSync(folder, 0o777);
      const here = new URL('./unreadable-as-ordinary-user.ts', import.meta.url).pathname;
      const locking = firstLocked ? 'chmod 000 key; test ! -d priv || chmod 000 priv' : 'true';
      const [program, ...args] = [...asOther, process.execPath, here, folder, `${setup}; ${locking}`, lock, damage];
      const ran = spawnSync(program as string, args, {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', HOME: folder },
      });
      expect(ran.stderr.replace(/^find: .*Permission denied\n/gm, '')).toBe('');
      const seen = JSON.parse(ran.stdout) as { before: string; after: string; words: string; notes: string[] };
      expect(seen.after).toBe(seen.before);
      for (const line of words) expect(seen.words.split('\n')).toContain(line);
      expect(seen.notes).toEqual([]);
    },
  );
}

test('a snapshot runs no filter that a step has configured', async () => {
  const scene = await new Scene().prepare();
  scene.agent(`echo z >> src/a.txt; git add src/a.txt; git config filter.evil.clean 'touch "${join(scene.base, 'RAN')}"; cat'
    echo '* filter=evil' > .gitattributes`);
  await scene.snapshot();
  expect(existsSync(join(scene.base, 'RAN'))).toBe(false);
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
