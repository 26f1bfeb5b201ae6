import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { endOf, git, repository, scripted, startPawl, writeFiles } from './pawl.ts';

/** Says that it is at work, and waits until the person has done theirs. */
const atWork = 'touch "$SCENE/at-work"; until [ -e "$SCENE/edited" ]; do sleep 0.05; done';

test.each<[string, string, number?]>([
  ['a command', `  - { id: one, isolate: worktree, command: '${atWork}; echo theirs > a.txt' }\n`],
  ['a loop with a gate', `  - { id: one, isolate: worktree, prompt: x, loop: { max: 1, gate: '${atWork}' } }\n`],
  [
    'two at the same time',
    `  - { id: all, parallel: [one, two] }\n  - { id: one, isolate: worktree, command: '${atWork}; echo theirs > a.txt' }\n  - { id: two, isolate: worktree, command: '${atWork}; echo two > two.txt' }\n`,
  ],
  [
    'one that fails, before another is put back,',
    `  - { id: all, parallel: [one, two] }\n  - { id: one, isolate: worktree, command: '${atWork}; exit 1', expect: success }\n  - { id: two, isolate: worktree, command: 'echo theirs > a.txt' }\n  - { id: put-back, prompt: x, loop: { max: 1, gate: 'exit 1' } }\n`,
    1,
  ],
])('what a person does in their files while %s works in a tree of its own stays', async (_, steps, code = 0) => {
  const repo = repository({ 'a.txt': 'one\n', 'mine.txt': 'mine\n', 'gone.txt': 'gone\n' });
  const call = scripted(repo, `name: w\nsteps:\n${steps}`, [{ write: { 'a.txt': 'theirs\n' } }]);
  const scene = dirname(repo);
  const ended = endOf(startPawl(repo, call, { SCENE: scene }));
  await vi.waitUntil(() => existsSync(join(scene, 'at-work')), 20_000);
  writeFiles(repo, { 'mine.txt': 'edited\n', 'new.txt': 'new\n', 'staged.txt': 'staged\n' });
  git(repo, 'add', 'staged.txt');
  git(repo, 'rm', '-q', 'gone.txt');
  writeFileSync(join(scene, 'edited'), '');
  expect((await ended).code).toBe(code);
  const read = (path: string): string => readFileSync(join(repo, path), 'utf8');
  expect(['a.txt', 'mine.txt', 'new.txt', 'staged.txt'].map(read)).toEqual(['theirs\n', 'edited\n', 'new\n', 'staged\n']);
  expect(git(repo, 'diff', '--cached', '--name-status')).toBe('D\tgone.txt\nA\tstaged.txt\n');
});
