import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure, Scene, value } from './scene.ts';

/** What git itself needs to start, damaged; and a file that must have been kept of the damage, below `left/.git/`. */
const damages: Readonly<Record<string, { readonly damage: string; readonly kept?: string }>> = {
  'a configuration that git cannot parse': { damage: 'echo "[" >> .git/config', kept: 'config' },
  'a repository version of the future': { damage: 'git config core.repositoryformatversion 99', kept: 'config' },
  'a configuration that is a folder': { damage: 'rm .git/config; mkdir .git/config; echo x > .git/config/x', kept: 'config/x' },
  'a HEAD that says nothing': { damage: 'echo x > .git/HEAD', kept: 'HEAD' },
  'a HEAD that is a folder': { damage: 'rm .git/HEAD; mkdir .git/HEAD; echo x > .git/HEAD/x', kept: 'HEAD/x' },
  'no HEAD': { damage: 'rm .git/HEAD' },
  'packed refs and no refs folder': { damage: 'git pack-refs --all; rm -rf .git/refs' },
  'no refs at all': { damage: 'rm -rf .git/refs' },
  'refs that are a file': { damage: 'git pack-refs --all; rm -rf .git/refs; echo x > .git/refs', kept: 'refs' },
  'an index that is a folder': { damage: 'rm .git/index; mkdir .git/index; echo x > .git/index/x', kept: 'index/x' },
  'hooks that are a file': { damage: 'rm -rf .git/hooks; echo x > .git/hooks', kept: 'hooks' },
  'an info that is a file': { damage: 'rm -rf .git/info; echo x > .git/info', kept: 'info' },
  'all of it at once': {
    damage: 'echo "[" >> .git/config; rm .git/HEAD; rm -rf .git/refs .git/hooks; echo x > .git/hooks; rm .git/index; mkdir .git/index',
    kept: 'hooks',
  },
};

const usersState = `
  echo edit >> src/a.txt
  echo mine > notes.txt
  echo staged > src/b.txt
  git add src/b.txt
  echo "*.secret" >> .git/info/exclude
  echo hidden > x.secret
  printf '#!/bin/sh\\n' > .git/hooks/post-commit
`;

const aside = (scene: Scene, path: string): string => join(scene.root, '.pawl/runs', scene.run.run, 'left/.git', path);

for (const [what, { damage, kept }] of Object.entries(damages)) {
  for (const isNewProcess of [false, true]) {
    test(`${what}: everything is put back${isNewProcess ? ', also by a new process' : ''}`, async () => {
      const scene = await new Scene({ setup: usersState }).prepare();
      const to = await scene.snapshot('before');
      const [before, status, hook] = [scene.observe(), scene.git('status', '--porcelain'), scene.read('.git/hooks/post-commit')];
      scene.agent(`rm notes.txt; echo BAD > src/a.txt; ${damage}`);
      if (isNewProcess) scene.reopen();
      const { snapshot: left, warnings } = value(await scene.workspace.snapshot(scene.run, 'left', 'left'));
      const { notes } = value(await scene.workspace.restore(scene.run, to, left));
      expect(scene.git('status', '--porcelain')).toBe(status);
      expect(scene.observe()).toEqual(before);
      expect(scene.read('.git/hooks/post-commit')).toBe(hook);
      expect([...warnings, ...notes].filter((words) => words.startsWith('git could not use .git'))).toHaveLength(1);
      if (kept !== undefined) expect(existsSync(aside(scene, kept))).toBe(true);
      expect(value(await scene.workspace.differsFrom(scene.run, to))).toBe(null);
    });
  }
}

test('what differs is told of a repository that git refuses, and what was put right of it', async () => {
  const scene = await new Scene({ setup: usersState }).prepare();
  const to = await scene.snapshot('before');
  scene.agent('echo "[" >> .git/config; echo BAD > src/a.txt');
  const differs = value(await scene.workspace.differsFrom(scene.run, to));
  expect(differs).toContain('src/a.txt');
  expect(differs).toContain('put right: config');
});

test('a damaged repository inside of another one is put right, and the outer one is not taken for it', async () => {
  const scene = new Scene({ setup: 'echo mine > notes.txt', folder: 'outer/repo' });
  scene.sh('git init -q -b main ..');
  await scene.prepare();
  const to = await scene.snapshot('before');
  const before = scene.observe();
  scene.agent('rm notes.txt .git/HEAD');
  scene.reopen();
  await scene.restore(to);
  expect(scene.observe()).toEqual(before);
  expect(scene.sh('git -C .. for-each-ref')).toBe('');
});

test('a repository whose objects are gone is a failure that says so, and nothing is made in its place', async () => {
  const scene = await new Scene({ setup: usersState }).prepare();
  await scene.snapshot('before');
  scene.agent('rm -rf .git');
  expect(failure(await scene.workspace.snapshot(scene.run, 'left', 'left')).message).toContain('the repository is gone');
  expect(existsSync(join(scene.root, '.git'))).toBe(false);
});

test('a refusal that has another cause changes nothing of the configuration', async () => {
  const scene = await new Scene({ setup: usersState }).prepare();
  const to = await scene.snapshot('before');
  const left = await scene.snapshot('left');
  scene.agent('git config user.name other; git commit -qm "by somebody else"');
  const config = scene.read('.git/config');
  expect(failure(await scene.workspace.restore(scene.run, to, left)).message).toContain('moved by somebody else');
  expect(scene.read('.git/config')).toBe(config);
});
