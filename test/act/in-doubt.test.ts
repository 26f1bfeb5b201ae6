import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { endOf, linesOf, pawl, repository, startPawl } from '../cli/pawl.ts';
import { code, says, scriptFile } from './acting.ts';

/** The processes of these tests' payments: a time that nobody else sleeps. */
const sleepSeconds = 86_399 + process.pid;
const leftAtWork = (): string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandLine(pid) === `sleep\0${sleepSeconds}\0`);

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** An act whose code pays by a command that nobody can ask afterwards, killed while that is under way. */
async function killedWhilePaying(): Promise<{ repo: string; run: string }> {
  const repo = repository();
  const turns = [
    code(
      `let how = 'paid'; try { await ctx.sh('echo paid >> paid.txt; exec sleep ${sleepSeconds}') } catch (error) { how = error.message }\nhow`,
    ),
    says('done'),
  ];
  const child = startPawl(repo, ['act', 'pay', '--script', scriptFile(join(repo, '..'), turns), '--json']);
  const ended = endOf(child);
  await vi.waitUntil(() => existsSync(join(repo, 'paid.txt')), 20_000);
  child.kill('SIGKILL');
  await ended;
  const [row] = linesOf((await pawl(repo, ['runs', '--json'])).stdout);
  expect(row).toMatchObject({ life: 'interrupted' });
  return { repo, run: row.run };
}

test('a write of which nobody knows whether it happened is never made again: the act waits for a person, who says what happened', async () => {
  const { repo, run } = await killedWhilePaying();
  const resumed = await pawl(repo, ['resume', run]);
  expect(resumed.code).toBe(4);
  expect(resumed.stdout).toContain('ctx.sh');
  expect(resumed.stdout).toContain(`pawl approve ${run}`);
  const [waiting] = linesOf((await pawl(repo, ['runs', '--json'])).stdout);
  expect(waiting).toMatchObject({ life: 'waiting' });
  expect((await pawl(repo, ['show', run])).stdout).toContain(`pawl approve ${run} --reject`);
  const approved = await pawl(repo, ['approve', run, '--say', 'the bank has it']);
  expect(approved.stderr).toBe('');
  expect(approved.code).toBe(0);
  expect(approved.stdout).toContain('the bank has it');
  expect(readFileSync(join(repo, 'paid.txt'), 'utf8')).toBe('paid\n');
});

test('where a person says that it did not happen the code is told so, and it is still not made again by itself', async () => {
  const { repo, run } = await killedWhilePaying();
  expect((await pawl(repo, ['resume', run])).code).toBe(4);
  const rejected = await pawl(repo, ['approve', run, '--reject', '--json']);
  expect(rejected.code).toBe(0);
  const ended = linesOf(rejected.stdout).find(({ type }) => type === 'tool.ended');
  expect(ended.output.text).toMatch(/was not done, as \S+ says; call it again if it is still wanted/);
  expect(readFileSync(join(repo, 'paid.txt'), 'utf8')).toBe('paid\n');
});

test('an act that waits can be cancelled, with what it did left as it is', async () => {
  const { repo, run } = await killedWhilePaying();
  expect(leftAtWork()).not.toEqual([]);
  const cancelled = await pawl(repo, ['cancel', run]);
  expect(cancelled.stdout).toContain(`run ${run} has ended (cancelled)`);
  expect(leftAtWork()).toEqual([]);
  expect((await pawl(repo, ['resume', run])).stderr).toContain(`act ${run} has ended`);
  expect(readFileSync(join(repo, 'paid.txt'), 'utf8')).toBe('paid\n');
});
