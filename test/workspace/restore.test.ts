import { expect, test } from 'vitest';
import { Scene } from './scene.ts';

test('everything an iteration did to files, staging and branches is undone', async () => {
  const scene = new Scene({ setup: 'echo mine > notes.txt; echo "my edit" > src/a.txt; echo st > st.txt; git add st.txt' });
  const report = await scene.survives('echo broken > src/a.txt; rm src/b.txt; echo junk > junk.txt; echo x > notes.txt; git add -A; git commit -qm sneaky; git checkout -q -b other');
  expect(report.paths).toBe(4);
});

test('a kept iteration is one commit on the branch of the run, of its own paths only', async () => {
  const scene = await new Scene({ setup: 'echo mine > notes.txt; echo "my edit" > src/b.txt; echo st > st.txt; git add st.txt' }).prepare();
  const before = await scene.snapshot('before');
  scene.agent('echo better > src/a.txt; echo new > src/n.txt');
  const plan = await scene.keep(before);
  expect(plan).toMatchObject({ ref: 'refs/heads/pawl/fix/k7m2', paths: 2, insertions: 2, deletions: 1, alsoYours: [] });
  expect(scene.git('log', '--format=%s', 'main..HEAD')).toBe('fix: iteration 1\n');
  expect(scene.git('show', '--format=', '--name-only', 'HEAD')).toBe('src/a.txt\nsrc/n.txt\n');
  expect(scene.git('symbolic-ref', 'HEAD')).toBe('refs/heads/pawl/fix/k7m2\n');
  expect(scene.git('status', '--porcelain')).toBe(' M src/b.txt\nA  st.txt\n?? notes.txt\n');
  expect(scene.git('diff-files', '--name-only')).toBe('src/b.txt\n');
});
