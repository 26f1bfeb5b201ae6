import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scene, value } from './scene.ts';

/** A clone that has the last two of four commits. */
const shallowClone = `
  for n in 2 3 4; do git commit -q --allow-empty -m "$n"; done; cd ..; git clone -q --depth 2 "file://$CASE_TMP/repo" shallow
  mv repo origin; mv shallow repo; cd repo; git remote set-url origin "file://$CASE_TMP/origin"; echo mine > notes.txt
`;

const historyOf = (scene: Scene): string =>
  `${scene.git('rev-list', '--all')}${existsSync(join(scene.root, '.git/shallow')) ? scene.read('.git/shallow') : ''}`;

test.each([
  ['unshallow', 'git fetch -q --unshallow', true],
  ['deepen', 'git fetch -q --depth 3', true],
  ['end earlier', 'git rev-parse HEAD > .git/shallow', true],
  ['end nowhere', 'rm .git/shallow', true],
  [
    'end earlier, and gc obeys',
    'git rev-parse HEAD > .git/shallow; git update-ref -d refs/remotes/origin/HEAD; git update-ref -d refs/remotes/origin/main; git reflog expire --expire=now --all; git gc -q --prune=now',
    false,
  ],
])(
  'a step that makes the history of a shallow clone %s: it is as it was if every commit can be read that way',
  async (_, damage, comesBack) => {
    const scene = await new Scene({ setup: shallowClone }).prepare();
    const before = historyOf(scene);
    const to = await scene.snapshot('before');
    scene.agent(`rm notes.txt; ${damage}`);
    const { notes } = await scene.restore(to);
    expect(scene.git('status', '--porcelain')).toBe('?? notes.txt\n');
    expect(scene.git('fsck', '--no-dangling', '--connectivity-only')).toBe('');
    expect(historyOf(scene) === before).toBe(comesBack);
    expect(notes.filter((note) => note.startsWith('how deep the history'))).toHaveLength(1);
  },
);

test('a whole repository that a step made shallow is whole again', async () => {
  const scene = await new Scene({ setup: 'git commit -q --allow-empty -m second; echo mine > notes.txt' }).prepare();
  const to = await scene.snapshot('before');
  scene.agent('git rev-parse HEAD > .git/shallow; rm notes.txt');
  expect(value(await scene.workspace.differsFrom(scene.run, to))).toContain('changed in .git: shallow');
  await scene.restore(to);
  expect(existsSync(join(scene.root, '.git/shallow'))).toBe(false);
  expect(scene.git('rev-list', '--count', 'HEAD').trim()).toBe('2');
});
