import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scene, sh, value } from './scene.ts';

const inOther = (scene: Scene, text: string): string => sh(join(scene.base, 'two'), text, scene.env);

test('what the user does to branches and tags in another work tree meanwhile stays, and is said', async () => {
  const scene = await new Scene({ setup: 'git worktree add -q ../two -b other; git branch b1; git branch b2; git tag t1' }).prepare();
  const main = scene.git('rev-parse', 'main');
  const to = await scene.snapshot();
  inOther(
    scene,
    'git checkout -q b1; git commit -q --allow-empty -m mine; git checkout -q -b topic; git commit -q --allow-empty -m topic; git checkout -q other; git tag rel',
  );
  const kept = scene.git('rev-parse', 'b1', 'topic', 'rel');
  scene.agent('git branch -q -D b2; git tag -d t1; echo x > src/a.txt; git commit -qam agent; git update-ref refs/worktree/w HEAD');
  const { notes } = await scene.restore(to);
  expect(scene.git('rev-parse', 'b1', 'topic', 'rel')).toBe(kept);
  expect(scene.git('rev-parse', 'main', 'b2', 't1')).toBe(main.repeat(3));
  expect(scene.git('for-each-ref', 'refs/worktree')).toBe('');
  const short = main.slice(0, 12);
  expect(notes).toEqual(
    expect.arrayContaining([
      `branch b1 moved since; another work tree may have done that, so it was left; before it was at ${short}`,
      'branch topic came since; another work tree may have made it, so it was left',
      'tag rel came since; another work tree may have made it, so it was left',
      'branch b2, removed since, is back',
    ]),
  );
});

test('beside other work trees a branch that cannot come back next to a newer one is named with its commit, and the rest goes back', async () => {
  const scene = await new Scene({ setup: 'git worktree add -q ../two -b other; git branch b1' }).prepare();
  const to = await scene.snapshot();
  scene.agent('git branch -q -D b1; git branch b1/x; git branch -q -m main main/y; echo x > src/a.txt');
  const { notes } = await scene.restore(to);
  expect(notes).toContainEqual(
    expect.stringMatching(/^branch b1 is gone and cannot come back beside one that was left; it was at [0-9a-f]{12}$/),
  );
  expect(scene.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).toBe('b1/x\nmain\nother\n');
  expect(scene.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
});

test("an iteration's commit beside other work trees takes back what the agent committed on the user's branch", async () => {
  const scene = await new Scene({ setup: 'git worktree add -q ../two -b other' }).prepare();
  const main = scene.git('rev-parse', 'main');
  const start = await scene.snapshot();
  scene.agent('echo x > src/a.txt; git commit -qam agent');
  const plan = await scene.keep(start);
  expect(scene.git('rev-parse', 'main')).toBe(main);
  expect(scene.git('rev-parse', 'HEAD').trim()).toBe(plan.commit);
  // The run's own branch is Pawl's, not another work tree's.
  await scene.restore(start);
  expect(scene.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).toBe('main\nother\n');
});

test('between looking and putting back, branches moved in another work tree stop nothing', async () => {
  const scene = await new Scene({ setup: 'git worktree add -q ../two -b other; git branch b1' }).prepare();
  const to = await scene.snapshot();
  scene.agent('echo x > src/a.txt');
  const left = await scene.snapshot();
  inOther(scene, 'git checkout -q b1; git commit -q --allow-empty -m mine; git checkout -q other');
  const tip = scene.git('rev-parse', 'b1');
  value(await scene.workspace.restore(scene.run, to, left));
  expect(scene.git('rev-parse', 'b1')).toBe(tip);
  expect(scene.read('src/a.txt')).toBe('one\n');
});

test("a work tree that came since does not make a branch the user's: it goes back, and the other folder is not touched", async () => {
  const scene = await new Scene({ setup: 'git commit -q --allow-empty -m second; git branch b1' }).prepare();
  const before = scene.observe();
  const to = await scene.snapshot();
  scene.agent(
    'git worktree add -q -f ../two main; cd ../two; echo agent > new; git reset -q --hard HEAD~1; git branch -f b1; git branch more',
  );
  const { notes } = await scene.restore(to);
  expect(scene.observe()).toEqual(before);
  expect(notes).toContainEqual(
    expect.stringMatching(/^branch main is checked out in a work tree that came since \(.*two.*\); its files were not touched$/),
  );
  expect(inOther(scene, 'cat new')).toBe('agent\n');
});

test('an agent that removes the logs of .git does not break the way back to a stash', async () => {
  const scene = new Scene({ setup: 'echo q >> src/b.txt; git stash -q; echo r >> src/b.txt; git stash -q' });
  await scene.survives('git checkout -q --detach; git add -A; rm -rf .git/logs');
});

test('refs of any namespace are held against gc and come back, and those made since go', async () => {
  const scene = await new Scene({ setup: 'git update-ref refs/wip/mine $(git commit-tree -m w HEAD^{tree})' }).prepare();
  const refs = (): string => scene.sh('git for-each-ref | grep -v refs/pawl/');
  const before = refs();
  const to = await scene.snapshot();
  scene.agent(
    'git update-ref -d refs/wip/mine; git update-ref refs/agent/x HEAD; git reflog expire --expire=now --all; git gc -q --prune=now',
  );
  const { notes } = await scene.restore(to);
  expect(refs()).toBe(before);
  expect(notes).toContain('ref refs/wip/mine, removed since, is back');
});

test('branches whose names are not UTF-8 come back by their bytes, HEAD on one of them too', async () => {
  const scene = new Scene({ setup: 'b=$(printf "caf\\351"); git branch "$b-2"; git branch "größe"; git checkout -q -b "$b"' });
  await scene.survives('git branch -q -D "$(printf "caf\\351-2")" größe; git checkout -q --detach; echo x > src/a.txt');
  expect(scene.sh('cat .git/HEAD')).toBe('ref: refs/heads/caf\xe9\n');
  const before = scene.git('for-each-ref', 'refs/heads');
  const start = await scene.snapshot();
  scene.agent('git branch "$(printf "caf\\351-3")"; echo x > src/a.txt; git commit -qam agent');
  await scene.keep(start);
  await scene.restore(start);
  expect(scene.git('for-each-ref', 'refs/heads')).toBe(before);
  expect(scene.read('src/a.txt')).toBe('one\n');
});
