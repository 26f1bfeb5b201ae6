import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure, Scene, value } from './scene.ts';

const packed = 'echo mine > notes.txt; git branch one; git branch two; git tag -a -m x v1; git pack-refs --all';

test.each([
  ['it ends in the middle of a line', 'head -c 200 .git/packed-refs > p; mv p .git/packed-refs'],
  ['there are words in it', 'echo garbage >> .git/packed-refs'],
  ['it holds bytes that are no text', "printf '\\\\000\\\\377\\\\001' >> .git/packed-refs"],
  ['it is empty', ': > .git/packed-refs'],
  ['it is a folder', 'rm .git/packed-refs; mkdir .git/packed-refs; echo x > .git/packed-refs/x'],
  ['it is gone', 'rm .git/packed-refs'],
])('packed refs that are damaged come back: %s', async (_, damage) => {
  const scene = await new Scene({ setup: packed }).prepare();
  const before = scene.observe();
  const to = await scene.snapshot('before');
  scene.agent(`git pack-refs --all; rm notes.txt; ${damage}`);
  await scene.restore(to);
  expect(scene.observe()).toEqual(before);
  expect(scene.git('for-each-ref', `refs/pawl/${scene.run.run}/before`)).toContain(to.tree);
  expect(scene.git('fsck', '--no-dangling', '--no-reflogs')).toBe('');
});

test.each([
  ['empty', ': > .git/refs/heads/two; : > .git/refs/tags/v1'],
  ['empty, those that hold snapshots too', 'find .git/refs -type f | while read f; do : > $f; done'],
  ['words', 'echo garbage > .git/refs/heads/two'],
  ['ids of objects that are not there', 'echo 1111111111111111111111111111111111111111 > .git/refs/heads/two'],
  ['the name of a branch that is gone meanwhile', 'git update-ref -d refs/heads/one; git symbolic-ref refs/heads/sym refs/heads/one'],
])('refs of which the files hold something else come back: %s', async (_, damage) => {
  const scene = await new Scene({ setup: packed.replace('; git pack-refs --all', '') }).prepare();
  const before = scene.observe();
  const to = await scene.snapshot('before');
  scene.agent(`rm notes.txt; ${damage}`);
  await scene.restore(to);
  expect(scene.observe()).toEqual(before);
  await scene.snapshot('later');
  expect(scene.git('for-each-ref', `refs/pawl/${scene.run.run}/before`)).toContain(to.tree);
  expect(scene.git('fsck', '--no-dangling', '--no-reflogs')).toBe('');
});

test("refs that other work trees of the user's moved are no difference, as an undo would leave them", async () => {
  const scene = new Scene({ setup: 'git worktree add -q ../other -b theirs; echo mine > notes.txt' });
  await scene.prepare();
  const end = await scene.snapshot('end');
  scene.sh('git -C ../other commit -q --allow-empty -m more; git -C ../other branch new; git -C ../other tag t');
  expect(value(await scene.workspace.differsFrom(scene.run, end))).toBe(null);
  scene.sh('git commit -q --allow-empty -m here');
  expect(value(await scene.workspace.differsFrom(scene.run, end))).toBe('branches or tags moved (main)');
});

test('a branch whose name is not UTF-8 is fast-forwarded like any other', async () => {
  const scene = new Scene();
  scene.sh('git checkout -q -b "$(printf \'caf\\351\')"');
  const { facts } = value(await scene.prepare().then(() => scene.workspace.inspect()));
  if (facts.kind !== 'git') throw new Error('no repository');
  const before = await scene.snapshot('before');
  scene.agent('echo more >> src/a.txt');
  const plan = await scene.keep(before);
  value(await scene.workspace.apply(scene.run, { branch: facts.branch, head: facts.head }, plan.commit));
  expect(scene.read('.git/HEAD').startsWith('ref: refs/heads/caf')).toBe(true);
  expect(scene.git('rev-parse', 'HEAD').trim()).toBe(plan.commit);
});

test('a fast-forward that edits of yours stand in the way of names the files', async () => {
  const scene = await new Scene().prepare();
  const { facts } = value(await scene.workspace.inspect());
  const before = await scene.snapshot('before');
  scene.agent('echo more >> src/a.txt; echo more >> src/b.txt');
  const plan = await scene.keep(before);
  scene.sh('git checkout -q main; echo edit >> src/a.txt; echo edit >> src/b.txt');
  const from = { branch: facts.branch, head: facts.head };
  const { message } = failure(await scene.workspace.apply(scene.run, from, plan.commit));
  expect(message).toMatch(/local changes .* would be overwritten by merge: src\/a\.txt, src\/b\.txt$/);
});

test("an agent's work trees are off git's list once they are put back, and their branches free", async () => {
  const scene = new Scene({ setup: 'echo mine > notes.txt' });
  const { notes } = await scene.survives(
    'git worktree add -q inside -b inside; git worktree add -q ../gone -b gone; rm -rf ../gone; git worktree add -q --detach ../stays; rm notes.txt',
  );
  expect(scene.git('worktree', 'list', '--porcelain').match(/^worktree .*/gm)).toHaveLength(2);
  expect(readdirSync(join(scene.root, '.git/worktrees')).sort()).toEqual(['stays']);
  expect(notes.filter((note) => note.includes("is off git's list"))).toHaveLength(2);
  expect(existsSync(join(scene.base, 'stays/src/a.txt'))).toBe(true);
});
