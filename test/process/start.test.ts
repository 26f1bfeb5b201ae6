import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { scratchFolder } from '../scratch.ts';
import { shell, textOf } from './shell-call.ts';

const path = process.env.PATH ?? '';

test('an environment of 200 KB in many variables reaches the command', async () => {
  const env: Record<string, string> = { PATH: path };
  for (let index = 0; index < 20; index++) env[`LARGE_${index}`] = 'x'.repeat(10_000);
  expect(textOf(await shell(scratchFolder(), 'env | grep -c ^LARGE_; echo "${#LARGE_19}"', { env }))).toBe('20\n10000');
});

test.runIf(process.platform === 'linux')('one variable over 128 KiB is a failure that says what to do', async () => {
  const { end } = await shell(scratchFolder(), 'true', { env: { PATH: path, LARGE: 'x'.repeat(200_000) } });
  expect(end).toMatchObject({ kind: 'failed', failure: { kind: 'too_large', hint: 'Hand large values on in files.' } });
});

test('a NUL byte in a variable is a failure, not an exception', async () => {
  const { end } = await shell(scratchFolder(), 'true', { env: { PATH: path, BAD: 'a\0b' } });
  expect(end).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } });
});

test('a folder that is a file is a failure that names it', async () => {
  const folder = scratchFolder();
  const cwd = join(folder, 'file');
  writeFileSync(cwd, '');
  expect((await shell(folder, 'true', { cwd })).end).toMatchObject({
    kind: 'failed',
    failure: { kind: 'not_found', message: expect.stringContaining(cwd) },
  });
});

test('a file that may not be executed is refused in words', async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'tool'), '#!/bin/sh\n');
  const outcome = await programs().run({ argv: [join(folder, 'tool')], cwd: folder, env: { PATH: path }, timeoutMs: 10_000 });
  expect(outcome.end).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } });
});

test('a failed start leaves the pipes usable', async () => {
  const folder = scratchFolder();
  for (let count = 0; count < 20; count++) await shell(folder, 'true', { cwd: join(folder, 'gone') });
  expect(textOf(await shell(folder, 'echo well'))).toBe('well');
});

test('programs are found in absolute folders of PATH only, files only, executable only', async () => {
  const folder = scratchFolder();
  for (const part of ['first', 'second']) mkdirSync(join(folder, part));
  const tool = (name: string, mode: number) => {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), mode);
  };
  tool('first/plain', 0o644);
  tool('second/plain', 0o755);
  mkdirSync(join(folder, 'first/folder'));
  tool('second/real', 0o755);
  symlinkSync('../second/real', join(folder, 'first/link'));
  const subject = programs(['', '.', 'node_modules/.bin', join(folder, 'first'), join(folder, 'second')].join(':'));
  expect(await subject.find('plain')).toBe(join(folder, 'second/plain'));
  expect(await subject.find('link')).toBe(join(folder, 'first/link'));
  for (const name of ['folder', 'vitest', '', '..', 'a\0b']) expect(await subject.find(name)).toBe(null);
});

test('the folder of pipes goes with its process, and those of dead processes are swept', async () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'pawl-pipes-999999999-dead'));
  mkdirSync(join(folder, `pawl-pipes-${process.pid}-alive`));
  const use = fileURLToPath(new URL('./measure-memory.ts', import.meta.url));
  const outcome = await programs().run({
    argv: [process.execPath, use, folder],
    cwd: folder,
    env: { PATH: path, TMPDIR: folder },
    timeoutMs: 60_000,
  });
  expect(outcome.end).toEqual({ kind: 'exit', code: 0 });
  expect(readdirSync(folder).filter((name) => name.startsWith('pawl-pipes-'))).toEqual([`pawl-pipes-${process.pid}-alive`]);
});

test('a pipe that was made ready beforehand serves many commands', async () => {
  const folder = scratchFolder();
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const fresh = programs();
    fresh.expectShell?.(folder);
    fresh.expectShell?.(folder);
    for (let count = 0; count < 30; count++) {
      await fresh.shell({
        command: 'echo words',
        cwd: '/',
        env: { PATH: path },
        timeoutMs: 30_000,
        signal: new AbortController().signal,
        scratch: folder,
      });
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  const [pipes, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(readdirSync(join(folder, pipes as string))).toHaveLength(1);
});
