import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scene } from './scene.ts';

const memoryOf = (scene: Scene): string => join(scene.root, '.pawl/git/index-memory.json');
const blobsOf = (scene: Scene): string => join(scene.root, '.pawl/git/known-blobs.json');

interface Memory {
  readonly comparedAtSeconds: number;
  readonly modes: { readonly files: Record<string, number> } | null;
}

/** A scene whose files have been looked at, one by one, after the second in which they were recorded: none has to be again. */
async function settled(setup = ':'): Promise<Scene> {
  const scene = await new Scene({ setup }).prepare();
  const compared = async (): Promise<number> => {
    await scene.snapshot();
    return (JSON.parse(readFileSync(memoryOf(scene), 'utf8')) as Memory).comparedAtSeconds;
  };
  await expect.poll(compared, { timeout: 15_000 }).toBeGreaterThan(0);
  scene.reopen();
  return scene;
}

const changes: [string, string][] = [
  ['a mode', 'chmod 600 src/a.txt; chmod 751 src/b.txt'],
  ['a file of the same size, with its old time', 'printf "eno\\n" > src/.x; touch -r src/a.txt src/.x; mv src/.x src/a.txt'],
  ['a file in place, with its old time', 'touch -r src/a.txt src/.x; printf "eno\\n" > src/a.txt; touch -r src/.x src/a.txt; rm src/.x'],
  ['two files that change places', 'mv src/a.txt src/.x; mv src/b.txt src/a.txt; mv src/.x src/b.txt'],
  ['what is staged', 'echo new > new.txt; git add new.txt; git rm -q --cached src/a.txt'],
  ['a setting and a hook', 'git config user.name other; echo : > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit'],
];

test.each(changes)(
  'what was changed between two runs is recorded by the second and comes back: %s',
  async (_, change) => {
    const scene = await settled();
    scene.sh(change);
    const before = scene.observe();
    const to = await scene.snapshot();
    scene.agent(
      'rm -rf src new.txt; git reset -q --hard; chmod -R 700 src; echo damage > src/a.txt; git config user.name none; rm -f .git/hooks/*',
    );
    await scene.restore(to);
    expect(scene.observe()).toEqual(before);
  },
  30_000,
);

test('a mode that is set while the first run goes on is not taken for the one it was', async () => {
  const scene = await settled('chmod 640 src/a.txt');
  const to = await scene.snapshot();
  scene.agent('chmod 777 src/a.txt src/b.txt');
  const changed = await scene.snapshot();
  scene.reopen();
  await scene.restore(to);
  const modes = (): number[] => ['a', 'b'].map((name) => lstatSync(join(scene.root, 'src', `${name}.txt`)).mode & 0o777);
  expect(modes()).toEqual([0o640, 0o644]);
  scene.reopen();
  await scene.restore(changed);
  expect(modes()).toEqual([0o777, 0o777]);
}, 30_000);

test.each([
  ['empty', ''],
  ['no JSON', '{"key":'],
  ['JSON of something else', '[1,2,3]'],
  ['not there', null],
])(
  'what is remembered costs nothing but time where it is %s',
  async (_, content) => {
    const scene = await settled('chmod 640 src/a.txt');
    for (const file of [memoryOf(scene), blobsOf(scene)]) {
      if (content === null) rmSync(file);
      else writeFileSync(file, content);
    }
    const before = scene.observe();
    const to = await scene.snapshot();
    scene.agent('chmod 777 src/a.txt; rm src/b.txt; git config user.name none');
    await scene.restore(to);
    expect(scene.observe()).toEqual(before);
  },
  30_000,
);

test('blobs that were removed since, or that hold something else, are put again', async () => {
  const scene = await settled();
  const before = scene.observe();
  const folder = join(scene.base, 'blobs');
  for (const name of scene.sh(`find ${folder} -type f | sort`).trim().split('\n')) {
    rmSync(name);
    if (name.endsWith('0') || name.endsWith('1')) writeFileSync(name, 'something else');
  }
  scene.reopen();
  const to = await scene.snapshot();
  scene.reopen();
  scene.agent('rm -rf src; git config user.name none; rm -f .git/hooks/*');
  await scene.restore(to);
  expect(scene.observe()).toEqual(before);
}, 30_000);
