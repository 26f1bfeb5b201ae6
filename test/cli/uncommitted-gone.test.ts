import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, pawl, repository, scripted, writeFiles } from './pawl.ts';

const takesAway = { write: { 'mine.txt': 'mine\n', 'new.txt': null, 'z.txt': 'z\n' }, reply: 'x' };
const removes = 'git checkout -q mine.txt; rm new.txt; echo z > z.txt';
const steps: [string, string][] = [
  ['a command', `  - { id: one, isolate: worktree, command: "${removes}" }\n`],
  ['a prompt', '  - { id: one, isolate: worktree, prompt: x }\n'],
  ['a loop', '  - { id: one, isolate: worktree, prompt: x, loop: { max: 1, gate: "true" } }\n'],
  [
    'a child of a group',
    `  - { id: both, parallel: [one, two] }\n  - { id: one, isolate: worktree, command: "${removes}" }\n  - { id: two, command: "true" }\n`,
  ],
];

test.each(steps)(
  'where %s with a work tree of its own takes away uncommitted work, the run says once what, and undo brings it back',
  async (_, text) => {
    const repo = repository({ 'a.txt': 'one\n', 'mine.txt': 'mine\n' });
    writeFiles(repo, { 'mine.txt': 'mine, edited\n', 'new.txt': 'new\n' });
    const { code, stdout } = await pawl(repo, scripted(repo, `name: w\nsteps:\n${text}`, [takesAway]));
    expect(code).toBe(0);
    expect(
      stdout.match(/uncommitted work, yours or of a step before, is gone from the files, by .*: mine\.txt, new\.txt \(pawl undo/g),
    ).toHaveLength(1);
    expect((await pawl(repo, ['show', 'last'])).stdout).toContain('uncommitted work, yours or of a step before, is gone');
    expect((await pawl(repo, ['undo', 'last'])).code).toBe(0);
    expect([readFileSync(join(repo, 'mine.txt'), 'utf8'), git(repo, 'status', '--porcelain')]).toEqual([
      'mine, edited\n',
      ' M mine.txt\n?? new.txt\n',
    ]);
  },
);

test('a command with a work tree of its own that works on uncommitted files, and takes none away, says nothing of it', async () => {
  const repo = repository({ 'a.txt': 'one\n', 'mine.txt': 'mine\n' });
  writeFiles(repo, { 'mine.txt': 'mine, edited\n', 'new.txt': 'new\n' });
  const step = '  - { id: one, isolate: worktree, command: "echo more >> mine.txt; echo more >> new.txt; rm a.txt" }\n';
  const { code, stdout } = await pawl(repo, scripted(repo, `name: w\nsteps:\n${step}`));
  expect([code, stdout.includes('is gone')]).toEqual([0, false]);
});
