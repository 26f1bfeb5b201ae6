import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { recordedTree } from '../../src/adapters/workspace/git/index/index-file.ts';
import type { Workspace } from '../../src/ports/workspace.ts';
import { Scene, value } from './scene.ts';

/** A workspace that writes down which git verbs it asked. */
function watched(scene: Scene): { readonly workspace: Workspace; readonly verbs: string[] } {
  const verbs: string[] = [];
  const real = programs();
  const run: typeof real.run = (request) => {
    verbs.push(request.argv.slice(1).filter((arg, at, all) => arg !== '-c' && all[at - 1] !== '-c')[0] ?? '');
    return real.run(request);
  };
  return { workspace: scene.open({ programs: { ...real, run } }), verbs };
}

test('in a clean repository a run asks git no more than it has to: what was seen once is not asked again', async () => {
  const scene = new Scene();
  const first = watched(scene);
  value(await first.workspace.inspect());
  value(await first.workspace.prepare(scene.run));
  const again = ['add'];
  // Files of the very second in which they were recorded are read anew: soon that second is over.
  await expect
    .poll(
      async () => {
        first.verbs.length = 0;
        await first.workspace.snapshot(scene.run, `at-${performance.now()}`, 'before');
        return first.verbs.toSorted();
      },
      { timeout: 10_000 },
    )
    .toEqual(again);

  const { workspace, verbs } = watched(scene);
  const place = { ...scene.run, run: 'next' };
  value(await workspace.inspect());
  expect(verbs.splice(0).sort()).toEqual(['config', 'rev-parse', 'status']);
  value(await workspace.prepare(place));
  expect(verbs.splice(0)).toEqual([]);
  value(await workspace.snapshot(place, 'start', 'start'));
  expect(verbs.splice(0).sort()).toEqual(['add', 'ls-files']);
  value(await workspace.snapshot(place, 'end', 'end'));
  expect(verbs.splice(0).sort()).toEqual(again);
}, 30_000);

test('what is seen by inspect counts for the prepare that follows it at once, and for none later', async () => {
  const scene = await new Scene().prepare();
  value(await scene.workspace.inspect());
  await scene.snapshot();
  scene.git('branch', 'pawl');
  const refused = await scene.workspace.prepare({ ...scene.run, run: 'late' });
  expect(refused).toMatchObject({ ok: false, failure: { message: expect.stringContaining('a branch called pawl') } });
});

const indexes: [string, string, boolean][] = [
  ['after a commit', ':', true],
  ['with something staged', 'echo new > new.txt; git add new.txt', false],
  ['with a file that is to be added', 'echo new > new.txt; git add -N new.txt', false],
  ['with a removed file', 'git rm -q src/a.txt', false],
  ['of version 3', 'git update-index --skip-worktree src/a.txt; git write-tree', true],
  ['of version 4', 'git update-index --index-version 4', false],
  ['split in two', 'git update-index --split-index', false],
  [
    'with a conflict',
    'git checkout -q -b other; echo 2 > src/a.txt; git commit -qam 2; git checkout -q main; echo 3 > src/a.txt; git commit -qam 3; git merge other || :',
    false,
  ],
  ['of a folder of a folder', 'mkdir -p x/y/z; echo 1 > x/y/z/f; git add -A; git commit -qm deep', true],
  ['of a commit with nothing in it', 'git rm -rq .; git commit -qm none', true],
];

test.each(indexes)('an index %s: its recorded tree is the one that git would write, or none', async (_name, setup, recorded) => {
  for (const initArgs of ['', '--object-format=sha256']) {
    const scene = new Scene({ setup, initArgs });
    const found = recordedTree(readFileSync(join(scene.root, '.git/index')), initArgs === '' ? 20 : 32);
    expect(found !== null).toBe(recorded);
    if (found !== null) expect(found).toBe(scene.git('write-tree').trim());
  }
});

test('bytes that are no index have no recorded tree', () => {
  for (const bytes of ['', 'DIRC', 'DIRC\0\0\0\x02\0\0\0\x09', 'x'.repeat(500), `DIRC\0\0\0\x02\0\0\0\x09${'\0'.repeat(90)}`])
    expect(recordedTree(Buffer.from(bytes, 'latin1'), 20)).toBeNull();
});

test('a tracked file that is ignored is put back, also when it was not there at the first snapshot', async () => {
  const scene = await new Scene({
    setup: 'echo "*.log" > .gitignore; echo 1 > kept.log; git add -f kept.log .gitignore; git commit -qm log; rm kept.log',
  }).prepare();
  await scene.snapshot();
  scene.agent('echo mine > kept.log');
  const to = await scene.snapshot();
  scene.agent('echo worse > kept.log');
  await scene.restore(to);
  expect(scene.read('kept.log')).toBe('mine\n');
  rmSync(join(scene.root, 'kept.log'));
  await scene.restore(to);
  expect(scene.read('kept.log')).toBe('mine\n');
});

const people: [string, string, string][] = [
  ['a plain name', 'git config user.name "Ada Lovelace"; git config user.email ada@example.org', 'Ada Lovelace <ada@example.org>'],
  ['the last of several', 'git config --add user.name Bob; git config --add user.email b+x@example.org', 'Bob <b+x@example.org>'],
  ['a name that git trims', 'git config user.name " Dr. X. <y> "', 'Dr. X. y <user@example.org>'],
  ['another committer', 'git config committer.name Robot; git config committer.email robot@example.org', 'Robot <robot@example.org>'],
  ['letters of any kind', 'git config user.name "Zoë 山田"', 'Zoë 山田 <user@example.org>'],
  ['nobody', 'git config --unset user.name; git config --unset user.email; git config user.useConfigOnly true', 'Pawl <pawl@localhost>'],
];

test.each(people)('a commit of ours is signed as git would sign it: %s', async (_name, setup, expected) => {
  const scene = new Scene({ setup });
  value(await scene.workspace.inspect());
  await scene.prepare();
  const before = await scene.snapshot();
  scene.agent('echo better > src/a.txt');
  await scene.keep(before);
  const said = Buffer.from(scene.git('log', '-1', '--format=%cn <%ce>').trim(), 'latin1').toString('utf8');
  expect(said).toBe(expected);
});
