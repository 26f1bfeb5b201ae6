import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { scratchFolder } from '../scratch.ts';
import { shell, textOf } from './shell-call.ts';

const env = { PATH: process.env.PATH ?? '' };

/** Whether a process still runs; a zombie that nobody reaps does not. */
function isRunning(pidFile: string): boolean {
  const pid = readFileSync(pidFile, 'utf8').trim();
  try {
    process.kill(Number(pid), 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

test('a background child that holds the pipe holds nobody, and is ended', async () => {
  const folder = scratchFolder();
  const startedMs = performance.now();
  const outcome = await shell(folder, 'sleep 600 & echo $! > pid; echo done');
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(outcome).toMatchObject({ end: { kind: 'exit', code: 0 } });
  expect(textOf(outcome)).toBe('done');
  expect(isRunning(join(folder, 'pid'))).toBe(false);
});

test('a background child that ignores TERM gets KILL', async () => {
  const folder = scratchFolder();
  await shell(folder, '(trap "" TERM; echo up > up; while :; do sleep 600; done) & echo $! > pid; until [ -s up ]; do sleep 0.01; done');
  expect(isRunning(join(folder, 'pid'))).toBe(false);
});

test('a background child that tidies up on TERM has the time to', async () => {
  const folder = scratchFolder();
  await shell(
    folder,
    '(trap "echo tidy > tidied; exit" TERM; echo up > up; while :; do sleep 0.01; done) & until [ -s up ]; do sleep 0.01; done',
  );
  expect(existsSync(join(folder, 'tidied'))).toBe(true);
});

test('a time limit ends grandchildren too', async () => {
  const folder = scratchFolder();
  const outcome = await shell(folder, 'sh -c "sh -c \'echo \\$\\$ > pid; sleep 600\' & wait" & wait', { timeoutMs: 1000 });
  expect(outcome.end).toEqual({ kind: 'timeout', timeoutMs: 1000 });
  expect(isRunning(join(folder, 'pid'))).toBe(false);
});

test('a command that ignores TERM gets KILL after a second', async () => {
  const folder = scratchFolder();
  const startedMs = performance.now();
  const outcome = await shell(folder, 'trap "" TERM; echo $$ > pid; echo words; while :; do sleep 600; done', { timeoutMs: 1000 });
  expect(outcome.end).toEqual({ kind: 'timeout', timeoutMs: 1000 });
  expect(performance.now() - startedMs).toBeLessThan(5000);
  expect(textOf(outcome)).toBe('words');
  expect(isRunning(join(folder, 'pid'))).toBe(false);
});

test('a command that answers TERM with words and an exit of its own has still timed out', async () => {
  const outcome = await shell(scratchFolder(), 'trap "echo bye; exit 0" TERM; while :; do sleep 0.05; done', { timeoutMs: 1000 });
  expect(outcome.end).toEqual({ kind: 'timeout', timeoutMs: 1000 });
  // Some shells also say that their child was terminated.
  expect(textOf(outcome)).toMatch(/^(Terminated\n)?bye$/);
});

test('a stray that left the group holds nobody, and its words never show up in a later command', async () => {
  const folder = scratchFolder();
  const stray = 'echo up > up; until [ -e go ]; do sleep 0.01; done; trap "" PIPE; echo LATE; echo said > said';
  const first = await shell(folder, `setsid sh -c '${stray}' & until [ -s up ]; do sleep 0.01; done; echo first`);
  expect(textOf(first)).toBe('first');
  // Eight pipes are made at a time: each of them serves once here.
  for (let count = 0; count < 9; count++) {
    expect(textOf(await shell(folder, 'touch go; until [ -s said ]; do sleep 0.01; done; echo second'))).toBe('second');
  }
});

test('an abort ends a program that streams, and its stream', async () => {
  const abort = new AbortController();
  const folder = scratchFolder();
  const argv = ['sh', '-c', 'echo up; sleep 600'] as const;
  const stream = programs().stream({ argv, cwd: folder, env, timeoutMs: 30_000, signal: abort.signal });
  for await (const _chunk of stream.stdout) abort.abort();
  expect((await stream.outcome).end).toEqual({ kind: 'cancelled' });
});

test('a reader that stops early does not hold the program', async () => {
  const folder = scratchFolder();
  const argv = ['sh', '-c', 'head -c 5000000 /dev/zero; echo done > finished'] as const;
  const stream = programs().stream({ argv, cwd: folder, env, timeoutMs: 30_000 });
  for await (const _chunk of stream.stdout) break;
  expect((await stream.outcome).end).toEqual({ kind: 'exit', code: 0 });
  expect(existsSync(join(folder, 'finished'))).toBe(true);
});

test('a reader that is slow gets every byte, and its slowness is not the silence of the program', async () => {
  const folder = scratchFolder();
  const argv = ['sh', '-c', 'head -c 8000000 /dev/zero; echo done >&2'] as const;
  const stream = programs().stream({ argv, cwd: folder, env, timeoutMs: 30_000, idleTimeoutMs: 1000 });
  let bytes = 0;
  for await (const chunk of stream.stdout) {
    // The program blocks here for longer than its idle limit: only real time can show that.
    if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 2000));
    bytes += chunk.length;
  }
  expect(bytes).toBe(8_000_000);
  expect((await stream.outcome).end).toEqual({ kind: 'exit', code: 0 });
});

test('a stray that holds the streams of a program holds nobody', async () => {
  const folder = scratchFolder();
  const token = `stray-${process.pid}-${performance.now()}`;
  const argv = ['sh', '-c', 'setsid sh -c "echo up > up; exec sleep 600" & until [ -s up ]; do sleep 0.01; done; echo words'] as const;
  const outcome = await programs().run({ argv, cwd: folder, env: { ...env, PAWL_RUN_TOKEN: token }, timeoutMs: 30_000 });
  expect(outcome.end).toEqual({ kind: 'exit', code: 0 });
  expect(outcome.stdout.toString()).toBe('words\n');
  expect(await programs().endAllWith(token)).toBe(1);
});
