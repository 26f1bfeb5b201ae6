import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endOf, git, linesOf, pawl, printed, repository, scripted, startPawl } from './pawl.ts';

const slowGate =
  'name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 5, until: OK, gate: "grep -q good a.txt && exit 0; sleep 86399.1" } }\n';
const replies = [{ write: { 'a.txt': 'good\n' } }, { write: { 'a.txt': 'bad\n', 'junk.txt': 'x' } }];

function leftRunning(text: string): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });
}

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
  expect(leftRunning('sleep\u000086399.1')).toEqual([]);
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

test('Ctrl-C twice ends at once, and undo still puts everything back', async () => {
  const repo = repository();
  const stubborn = 'name: w\nsteps:\n  - { id: a, command: "trap \'\' TERM; echo x > junk.txt; sleep 86398.7" }\n';
  const child = startPawl(repo, [...scripted(repo, stubborn), '--json']);
  const ended = endOf(child);
  const run = JSON.parse(await printed(child, (text) => text.includes('"command.requested"'))).run;
  child.kill('SIGINT');
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  expect(leftRunning('sleep\u000086398.7')).toEqual([]);
  expect((await pawl(repo, ['runs'])).stdout).toMatch(/interrupted|cancelled/);
  expect((await pawl(repo, ['undo', run])).code).toBe(0);
  expect(existsSync(join(repo, 'junk.txt'))).toBe(false);
});
