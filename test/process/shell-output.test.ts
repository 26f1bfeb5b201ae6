import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { scratchFolder } from '../scratch.ts';
import { bytesOf, shell, textOf } from './shell-call.ts';

const mebi = 1024 * 1024;

test.each([
  ['/dev/stderr can be written to', 'echo x > /dev/stderr; echo y', 'x\ny'],
  ['/dev/stdout can be written to without losing what was there', 'echo x; echo y > /dev/stdout; echo z', 'x\ny\nz'],
  ['tee can copy to /dev/stderr', 'echo x | tee /dev/stderr', 'x\nx'],
  ['a program sees a pipe as its output', '[ -p /dev/stdout ] && [ -p /dev/stderr ] && echo pipe', 'pipe'],
  ['carriage returns at the end stay', 'printf "a\\r\\n"', 'a\r'],
  ['nothing but newlines is nothing', 'echo; echo; echo', ''],
])('%s', async (_name, command, text) => {
  expect(textOf(await shell(scratchFolder(), command))).toBe(text);
});

test('NUL bytes and bytes that are no UTF-8 are kept', async () => {
  const outcome = await shell(scratchFolder(), String.raw`printf 'a\000b\377\376\n\200'`);
  expect(bytesOf(outcome)).toEqual(Buffer.from([0x61, 0, 0x62, 0xff, 0xfe, 0x0a, 0x80]));
});

test('output written in turns to both streams keeps its order over ten thousand lines', async () => {
  const outcome = await shell(scratchFolder(), 'i=0; while [ $i -lt 10000 ]; do echo $i; i=$((i+1)); echo $i >&2; i=$((i+1)); done');
  expect(textOf(outcome)).toBe(Array.from({ length: 10_000 }, (_, index) => index).join('\n'));
});

test.each([
  ['64 KiB stay in memory', 65_536, 0],
  ['64 KiB and their newline stay in memory', 65_536, 1],
  ['one byte more is a file', 65_537, 0],
  ['50 MB are whole in a file', 50_000_000, 3],
])('%s', async (_name, bytes, newlines) => {
  const folder = scratchFolder();
  const outcome = await shell(folder, `head -c ${bytes} /dev/zero | tr '\\0' x; printf '${'\\n'.repeat(newlines)}'`);
  expect('file' in outcome.output).toBe(bytes > 65_536);
  const whole = bytesOf(outcome);
  expect(whole.length).toBe(bytes);
  expect(whole.every((byte) => byte === 0x78)).toBe(true);
  expect(outcome).toMatchObject({ end: { kind: 'exit', code: 0 }, trailingNewlines: newlines, cutBytes: 0 });
  if ('file' in outcome.output) {
    expect(outcome.output.bytes).toBe(bytes);
    expect(statSync(outcome.output.file).mode & 0o777).toBe(0o600);
  }
});

test('newlines in a large output are kept where something follows them', async () => {
  const outcome = await shell(
    scratchFolder(),
    "head -c 3000000 /dev/zero | tr '\\0' '\\n'; printf end; head -c 200000 /dev/zero | tr '\\0' '\\n'",
  );
  const whole = bytesOf(outcome);
  expect(whole.length).toBe(3_000_003);
  expect(whole.subarray(-4).toString()).toBe('\nend');
  expect(outcome.trailingNewlines).toBe(200_000);
});

test('past 64 MiB bytes are counted and dropped; kept, cut and newlines are all that came', async () => {
  const outcome = await shell(scratchFolder(), `head -c ${70 * mebi} /dev/zero; echo; echo end; echo`);
  expect(bytesOf(outcome).length).toBe(64 * mebi);
  expect(outcome.cutBytes).toBe(6 * mebi + 1 + 3);
  expect(outcome.trailingNewlines).toBe(2);
});

test('200 MB of output take less than 300 MB of memory', async () => {
  const folder = scratchFolder();
  const measure = fileURLToPath(new URL('./measure-memory.ts', import.meta.url));
  const argv = [process.execPath, measure, folder] as const;
  const outcome = await programs().run({ argv, cwd: folder, env: { PATH: process.env.PATH ?? '' }, timeoutMs: 60_000 });
  const measured = JSON.parse(outcome.stdout.toString() || 'null') ?? outcome.stderr.toString();
  expect(measured).toMatchObject({ keptBytes: 64 * mebi, cutBytes: 200_000_000 - 64 * mebi });
  expect(measured.maxRssKiB).toBeLessThan(300_000);
}, 90_000);

test('an output that cannot be written to disk fails the command in words, and ends it', async () => {
  const folder = scratchFolder();
  const outcome = await shell(folder, 'yes', { scratch: join(folder, 'gone') });
  expect(outcome.end).toMatchObject({ kind: 'failed', failure: { kind: 'io' } });
  expect(readdirSync(folder)).toEqual([]);
});

test('many commands at once each get their own words', async () => {
  const folder = scratchFolder();
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, index) => shell(folder, `echo ${index}; echo ${index} >&2`)));
  expect(outcomes.map(textOf)).toEqual(outcomes.map((_, index) => `${index}\n${index}`));
});

test('a command goes on when its pipes were swept from the temporary folder', async () => {
  const folder = scratchFolder();
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  try {
    const fresh = programs();
    const run = (command: string) =>
      fresh.shell({
        command,
        cwd: folder,
        env: { PATH: process.env.PATH ?? '' },
        timeoutMs: 30_000,
        signal: new AbortController().signal,
        scratch: folder,
      });
    expect(textOf(await run('rm -r tmp/*; echo one'))).toBe('one');
    expect(textOf(await run('echo two'))).toBe('two');
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});
