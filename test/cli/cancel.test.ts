import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { leftSleeping, sleepSeconds } from './left-running.ts';
import { endOf, git, linesOf, pawl, printed, repository, scripted, startPawl } from './pawl.ts';

const slowGate = `name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 5, until: OK, gate: "grep -q good a.txt && exit 0; sleep ${sleepSeconds}" } }\n`;
const replies = [{ write: { 'a.txt': 'good\n' } }, { write: { 'a.txt': 'bad\n', 'junk.txt': 'x' } }];

/** Starts a run and waits until the gate of its second iteration sleeps. */
async function inSecondGate(repo: string) {
  const child = startPawl(repo, [...scripted(repo, slowGate, replies), '--json']);
  const ended = endOf(child);
  const line = await printed(child, (text) => text.includes('"gate.requested"') && text.includes('"iteration":2'));
  return { child, ended, run: JSON.parse(line).run as string };
}

function expectLastKept(repo: string, stdout: string): void {
  expect(linesOf(stdout).at(-1)).toMatchObject({ type: 'run.finished', status: 'cancelled', outcome: 'cancelled' });
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('good\n');
  expect(existsSync(join(repo, 'junk.txt'))).toBe(false);
  expect(git(repo, 'status', '--porcelain')).toBe('');
  expect(leftSleeping()).toEqual([]);
}

test('Ctrl-C once ends a run cleanly with the workspace at the last kept state', async () => {
  const repo = repository();
  const { child, ended } = await inSecondGate(repo);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  expectLastKept(repo, stdout);
});

test('pawl cancel ends a run from another terminal', async () => {
  const repo = repository();
  const { ended, run } = await inSecondGate(repo);
  expect((await pawl(repo, ['runs'])).stdout).toContain('running');
  const cancelled = await pawl(repo, ['cancel', run]);
  expect(cancelled.code).toBe(0);
  expect(cancelled.stdout).toContain(`run ${run} has ended (cancelled)`);
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  expectLastKept(repo, stdout);
  const again = await pawl(repo, ['cancel', run, '--json']);
  expect(linesOf(again.stderr)[0].code).toBe('run/not-running');
});

/** A run whose command hears no TERM and has left a file, and the id of that run. */
async function stubbornRun(repo: string) {
  const stubborn = `name: w\nsteps:\n  - { id: a, command: "trap '' TERM; echo x > junk.txt; touch ../asleep; sleep ${sleepSeconds}" }\n`;
  const child = startPawl(repo, [...scripted(repo, stubborn), '--json']);
  onTestFinished(() => {
    for (const pid of leftSleeping()) process.kill(pid, 'SIGKILL');
  });
  const ended = endOf(child);
  const cancelAsked = () => printed(child, (text) => text.includes('"cancel.asked"'));
  const line = await printed(child, (text) => text.includes('"command.requested"'));
  await vi.waitUntil(() => existsSync(join(repo, '..', 'asleep')), 20_000);
  return { child, ended, cancelAsked, run: JSON.parse(line).run as string };
}

test('Ctrl-C twice ends at once; what was under way may be yours, so undo puts it back with --anyway', async () => {
  const repo = repository();
  const { child, ended, cancelAsked, run } = await stubbornRun(repo);
  const asked = cancelAsked();
  child.kill('SIGINT');
  await asked;
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(code).toBe(130);
  expect(linesOf(stderr).at(-1)).toMatchObject({
    type: 'warning',
    message: expect.stringMatching(new RegExp(`^ended at once, in the midst of run ${run}: pawl resume ${run} `)),
  });
  // Killed with the process, which does not wait for the kernel to have ended it.
  await vi.waitUntil(() => leftSleeping().length === 0, 10_000);
  expect((await pawl(repo, ['runs'])).stdout).toContain('interrupted');
  expect((await pawl(repo, ['show', run])).stdout).toMatch(new RegExp(`drop +pawl undo ${run}[\\s\\S]+--anyway`));
  const refused = await pawl(repo, ['undo', run]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('did not finish, so Pawl cannot tell its changes from yours');
  expect(refused.stderr).toContain('junk.txt');
  expect((await pawl(repo, ['undo', run, '--anyway'])).code).toBe(0);
  expect(existsSync(join(repo, 'junk.txt'))).toBe(false);
});

test('a run that Ctrl-C twice ended at once is ended cleanly when it is taken up, as was said', async () => {
  const repo = repository();
  const { child, ended, cancelAsked, run } = await stubbornRun(repo);
  const asked = cancelAsked();
  child.kill('SIGINT');
  await asked;
  child.kill('SIGINT');
  expect((await ended).stderr).toContain(`pawl resume ${run}  ends it cleanly`);
  const resumed = await pawl(repo, ['resume', run, '--json']);
  expect(linesOf(resumed.stdout).at(-1)).toMatchObject({ type: 'run.finished', status: 'cancelled' });
});

test('pawl cancel of a run whose process dies meanwhile takes it up only to end it', async () => {
  const repo = repository();
  const { child, ended, cancelAsked, run } = await stubbornRun(repo);
  const asked = cancelAsked();
  const cancelled = pawl(repo, ['cancel', run, '--json']);
  await asked;
  child.kill('SIGKILL');
  await ended;
  const { code, stdout } = await cancelled;
  expect(code).toBe(0);
  expect(linesOf(stdout)).toEqual([{ v: 1, type: 'run.cancel', run, status: 'cancelled' }]);
  expect(leftSleeping()).toEqual([]);
});

test('pawl cancel says at once that a journal cannot be read', async () => {
  const repo = repository();
  const { child, ended, run } = await stubbornRun(repo);
  const database = new DatabaseSync(join(repo, '.pawl', 'journal.db'));
  database.exec("UPDATE events SET body = '{', sum = NULL WHERE seq = 1");
  database.close();
  const { code, stderr } = await pawl(repo, ['cancel', run, '--json']);
  expect(code).toBe(1);
  expect(linesOf(stderr)[0]).toMatchObject({ code: 'store/damaged', message: expect.stringContaining('event 1') });
  child.kill('SIGKILL');
  await ended;
});
