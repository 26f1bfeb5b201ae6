import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scene, value } from './scene.ts';

/** A configuration and ignore rules that the user shares between repositories by links, and hooks in a folder of their own. */
const shared = `
  echo "*.secret" > ../outside-exclude; mv .git/config ../outside-config
  rm .git/info/exclude; ln -s ../../../outside-exclude .git/info/exclude; ln -s ../../outside-config .git/config
  mkdir -p .git/hooks/pre-commit.d; echo one > .git/hooks/pre-commit.d/one
  echo mine > x.secret; echo mine > notes.txt
`;

const sharedFiles = (scene: Scene): string[] =>
  ['../outside-config', '../outside-exclude', '.git/hooks/pre-commit.d/one', 'x.secret'].map((path) => scene.read(path));

test.each([
  ['git config writes through the link', 'git config core.hooksPath /tmp/evil'],
  ['the ignore rules behind a link are changed', 'echo notes.txt > .git/info/exclude; rm notes.txt'],
  [
    'the links are replaced by files',
    'cp .git/config c; rm .git/config; mv c .git/config; rm .git/info/exclude; echo x > .git/info/exclude',
  ],
  ['hooks in folders are removed', 'rm -rf .git/hooks/pre-commit.d'],
  ['hooks in folders are replaced by a file', 'rm -rf .git/hooks/pre-commit.d; echo x > .git/hooks/pre-commit.d'],
])('what a user shares through links in .git, and hooks in folders, come back: %s', async (_, damage) => {
  const scene = await new Scene({ setup: shared }).prepare();
  const before = sharedFiles(scene);
  await scene.survives(damage);
  expect(sharedFiles(scene)).toEqual(before);
  expect(scene.sh('readlink .git/config .git/info/exclude')).toBe('../../outside-config\n../../../outside-exclude\n');
});

test("files that only rules behind a link ignore are the user's, and no snapshot takes them", async () => {
  const scene = await new Scene({ setup: shared }).prepare();
  const to = await scene.snapshot('before');
  expect(scene.git('ls-tree', '-r', '--name-only', to.tree)).not.toContain('secret');
  scene.agent('echo changed > x.secret');
  await scene.restore(to);
  expect(scene.read('x.secret')).toBe('changed\n');
});

test('rules that a link in .git takes from the work tree are files of the work tree: a kept change of them stays', async () => {
  const setup = 'echo "*.o" > rules; git add rules; git commit -qm rules; ln -sf ../../rules .git/info/exclude';
  const scene = await new Scene({ setup }).prepare();
  const before = await scene.snapshot('before');
  writeFileSync(join(scene.root, 'rules'), '*.o\n*.a\n');
  const plan = await scene.keep(before);
  expect(plan.paths).toBe(1);
  expect(readFileSync(join(scene.root, 'rules'), 'utf8')).toContain('*.a');
  expect(value(await scene.workspace.differsFrom(scene.run, await scene.snapshot()))).toBe(null);
});
