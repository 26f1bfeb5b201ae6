import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, linesOf, pawl, repository, scripted, writeFiles } from './pawl.ts';

const workflow = 'name: w\nsteps:\n  - { id: ok, approve: "Ship it?" }\n  - { id: ship, command: "echo shipped as $PAWL_OUT_OK" }\n';

/** A run that waits for a person; nobody drives it. */
async function waiting(text = workflow): Promise<{ repo: string; run: string; file: string }> {
  const repo = repository();
  const call = scripted(repo, text);
  const ran = await pawl(repo, [...call, '--json']);
  expect(ran.code).toBe(4);
  return { repo, run: linesOf(ran.stdout)[0].run, file: call[1] as string };
}

test('a run that waits says what it asks and how to answer, and ends its process with 4', async () => {
  const repo = repository();
  const { code, stdout } = await pawl(repo, scripted(repo, workflow));
  expect(code).toBe(4);
  expect(stdout).toContain('Ship it?');
  expect(stdout).toMatch(/yes +pawl approve/);
  expect((await pawl(repo, ['runs'])).stdout).toContain('waits for you');
});

test.each([
  ['yes', [], 0, 'shipped as approved'],
  ['yes, with words', ['--say', 'go'], 0, 'shipped as approved: go'],
  ['no', ['--reject'], 1, 'rejected by'],
  ['no, with words', ['--reject', '--say', 'no changelog'], 1, 'no changelog'],
])('a person who says %s', async (_, words, code, printed) => {
  const { repo, run } = await waiting();
  const answered = await pawl(repo, ['approve', run, ...words]);
  expect(answered.code).toBe(code);
  expect(answered.stdout).toContain(printed);
});

test('a word to what does not wait is refused; a run is answered once', async () => {
  const { repo, run } = await waiting();
  expect((await pawl(repo, ['approve', run])).code).toBe(0);
  const again = await pawl(repo, ['approve', run, '--json']);
  expect([again.code, linesOf(again.stderr)[0].code]).toEqual([1, 'run/finished']);
});

test('to be taken up without a word, a run goes on waiting', async () => {
  const { repo, run } = await waiting();
  expect((await pawl(repo, ['resume', run])).code).toBe(4);
  expect((await pawl(repo, ['approve', run])).code).toBe(0);
});

test('a run that waits can be ended whatever has become of its file since; to answer it the change has to be accepted', async () => {
  const { repo, run, file } = await waiting();
  appendFileSync(file, '  - { id: more, command: "echo more" }\n');
  const refused = await pawl(repo, ['approve', run, '--json']);
  expect(linesOf(refused.stderr)[0]).toMatchObject({ code: 'run/workflow-changed', message: expect.stringContaining('+  - { id: more') });
  const ended = await pawl(repo, ['cancel', run, '--json']);
  expect(linesOf(ended.stdout)).toEqual([{ v: 1, type: 'run.cancel', run, status: 'cancelled' }]);
});

test('a file that was changed is gone on with where a person accepts that', async () => {
  const { repo, run, file } = await waiting();
  appendFileSync(file, '  - { id: more, command: "echo more" }\n');
  expect((await pawl(repo, ['resume', run, '--accept-changes'])).code).toBe(4);
  const { code, stdout } = await pawl(repo, ['approve', run]);
  expect([code, stdout.includes('more')]).toEqual([0, true]);
});

const writing = `name: w
steps:
  - { id: one, command: "echo one > made.txt" }
  - { id: ask, approve: "Go on?" }
  - { id: two, command: "echo two > two.txt" }
`;

test.each([
  ['once it has gone on', ['approve'], 0],
  ['once it was cancelled', ['cancel'], 0],
  ['once it has gone on, resumed in between', ['resume', 'approve'], 0],
  ['while it waits', [], 1],
])('what a person changes while a run waits is not undone without --anyway, and named: %s', async (_, commands) => {
  const repo = repository({ 'a.txt': 'one\n', 'mine.txt': 'mine\n' });
  const { run } = linesOf((await pawl(repo, [...scripted(repo, writing), '--json'])).stdout)[0];
  writeFiles(repo, { 'mine.txt': 'edited meanwhile\n', 'new.txt': 'new\n' });
  for (const command of commands) await pawl(repo, [command, run]);
  const refused = await pawl(repo, ['undo', run, '--json']);
  expect(refused.code).toBe(1);
  const [error] = linesOf(refused.stderr);
  expect(error.message).toContain('mine.txt, new.txt');
  // What a step did before is no news.
  expect(error.message).not.toContain('made.txt');
  expect(error.hint).toContain(`pawl undo ${run} --anyway`);
  expect(readFileSync(join(repo, 'mine.txt'), 'utf8')).toBe('edited meanwhile\n');
  expect((await pawl(repo, ['undo', run, '--anyway'])).code).toBe(0);
  expect([readFileSync(join(repo, 'mine.txt'), 'utf8'), git(repo, 'status', '--porcelain')]).toEqual(['mine\n', '']);
});

test('a commit that a person makes while a run waits does not stand against going on, and is not undone without --anyway', async () => {
  const repo = repository({ 'a.txt': 'one\n', 'mine.txt': 'mine\n' });
  const { run } = linesOf((await pawl(repo, [...scripted(repo, writing), '--json'])).stdout)[0];
  writeFiles(repo, { 'mine.txt': 'edited meanwhile\n' });
  git(repo, 'commit', '-qm', 'mine', 'mine.txt');
  const approved = await pawl(repo, ['approve', run]);
  expect([approved.code, approved.stdout.includes('changed while it waited, and stays so')]).toEqual([0, true]);
  const refused = await pawl(repo, ['undo', run]);
  expect([refused.code, refused.stderr.includes('while run')]).toEqual([1, true]);
});

test('a run that waited and in which nobody changed anything meanwhile is undone at once, waiting or gone on', async () => {
  for (const commands of [[], ['approve']]) {
    const repo = repository();
    const { run } = linesOf((await pawl(repo, [...scripted(repo, writing), '--json'])).stdout)[0];
    for (const command of commands) await pawl(repo, [command, run]);
    expect((await pawl(repo, ['undo', run])).code).toBe(0);
    expect(git(repo, 'status', '--porcelain')).toBe('');
  }
});
