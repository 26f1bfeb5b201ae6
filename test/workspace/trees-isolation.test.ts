import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agent, failure, listing, Scene, sh, value, write } from './scene.ts';
import { grown, take, treesIn } from './trees-in.ts';

const deeds: Record<string, string> = {
  'history is thrown away and with it the git folder':
    'git reset -q --hard HEAD~5; git checkout -q --detach; git branch -D main; git tag -d v1; rm -rf .git; git gc --prune=now; git branch x; git add -A; git commit -qm x; git reset --hard; git clean -fdx',
  'everything is collected':
    'git reflog expire --expire=now --all; git update-ref -d refs/heads/main; git gc -q --prune=now --aggressive; git repack -adfq; git prune --expire=now; git pack-refs --all --prune',
  'the repository is another one':
    'rm -rf .git; git init -q .; git add -A; git -c user.name=x -c user.email=x commit -qm x; git gc -q --prune=now',
  'all is removed': 'cd ..; rm -rf one',
  'configuration, hooks and a stash':
    'git config user.name agent; git config core.bare true; echo exit 1 > "$(git rev-parse --git-dir)/hooks/pre-commit"; git config --unset core.bare; echo x >> src/a.txt; git stash -q; git worktree add -q ../two HEAD',
};

for (const [name, deed] of Object.entries(deeds)) {
  test(`nothing that is done in a tree reaches the user’s repository: ${name}`, async () => {
    const { scene, tree, root } = await grown({
      setup: `for n in 1 2 3 4 5 6; do echo $n > src/n; git add -A; git commit -qm $n; done; git tag -a v1 -m v1; echo stash > src/n; git stash -q
        echo mine >> src/a.txt; echo u > untracked.txt; git add src/a.txt`,
    });
    const same = await take(tree, scene, 'same');
    const [before, refs, inTree] = [scene.observe(), scene.git('for-each-ref'), listing(root)];
    agent(root, deed, scene.env);
    expect(scene.observe()).toEqual(before);
    expect(scene.git('for-each-ref')).toBe(refs);
    expect(scene.sh('git fsck --full --strict --no-dangling 2>&1; git log --all --oneline | wc -l')).toMatch(/^\d+\n$/);
    // Pawl goes on in the tree, also in a process that knows nothing of it yet.
    const again = await treesIn(scene).at(scene.run, 'one');
    value(await again.workspace.restore(scene.run, same, await take(again, scene, 'left')));
    expect(listing(root)).toEqual(inTree);
    expect(sh(root, 'git log -1 --format=%s; git branch --show-current', scene.env)).toBe('6\nmain\n');
    expect(scene.observe()).toEqual(before);
  });
}

test('a tree that leads elsewhere is refused', async () => {
  const { scene, tree, root } = await grown({});
  const before = scene.observe();
  agent(root, 'cd ..; rm -rf one; ln -s ../../.. one');
  expect(failure(await tree.workspace.snapshot(scene.run, 'x', 'before'))).toMatchObject({ kind: 'refused' });
  value(await treesIn(scene).make(scene.run, 'one', await scene.snapshot()));
  expect(realpathSync(root)).toBe(root);
  value(await treesIn(scene).removeAll(scene.run));
  expect(scene.observe()).toEqual(before);
});

test('trees are removed whatever is in them, and nothing that a link there leads to', async () => {
  const { scene, tree } = await grown({});
  mkdirSync(join(scene.base, 'outside/deep'), { recursive: true });
  write(scene.base, { 'outside/file': 'x\n' });
  symlinkSync(join(scene.base, 'outside'), join(tree.cwd, 'out'));
  agent(
    tree.cwd,
    'mkdir -p ro/deep; echo x > ro/deep/f; printf x > "$(printf "ro/b\\377d\\nx")"; chmod 400 ro/deep/f; chmod 000 ro/deep ro; mkfifo pipe; git gc -q',
  );
  value(await treesIn(scene).removeAll(scene.run));
  expect(readdirSync(join(scene.root, '.pawl/trees'))).toEqual([]);
  expect(Object.keys(listing(join(scene.base, 'outside')))).toEqual(['deep', 'file']);
});

test.each([['a process that dies at any call of git leaves everything as it was, and the next one goes on']])('%s', async () => {
  const scene = await new Scene({ setup: 'echo mine >> src/a.txt; mkdir empty; chmod 600 src/b.txt' }).prepare();
  const base = await scene.snapshot('base');
  const script = new URL('./trees-dying.ts', import.meta.url).pathname;
  const before = { ...scene.observe(), pawl: scene.git('for-each-ref', 'refs/pawl') };
  let deaths = 0;
  for (let calls = 1; ; calls += calls < 3 ? 1 : 9) {
    const input = JSON.stringify({ cwd: scene.root, base: scene.base, env: scene.env, run: scene.run, snapshot: base, calls });
    let ended = true;
    try {
      execFileSync(process.execPath, [script, input], { stdio: ['ignore', 'ignore', 'inherit'] });
    } catch (error) {
      if ((error as { signal?: string }).signal !== 'SIGKILL') throw error;
      ended = false;
    }
    expect({ ...scene.observe(), pawl: before.pawl }).toEqual(before);
    expect(scene.git('fsck', '--no-dangling')).toBe('');
    if (ended) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(4);
});
