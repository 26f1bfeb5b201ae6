import { mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shellPrimitive } from '../../src/adapters/primitive/shell/shell-primitive.ts';
import { programs } from '../../src/adapters/process/programs.ts';
import { classOfCall } from '../../src/core/effects/class-of-call.ts';
import type { PrimitiveContext } from '../../src/ports/primitive.ts';
import { scratchFolder } from '../scratch.ts';
import { asked } from './asked.ts';

function shell(more: Partial<PrimitiveContext> = {}, path = process.env.PATH ?? '') {
  const cwd = scratchFolder();
  const primitive = shellPrimitive({ programs: programs(path), cwd, env: { PATH: process.env.PATH ?? '', SET: 'set' } });
  return { cwd, primitive, ask: asked([primitive], more) };
}

test('a command has its folder, its environment and its stdin, and gives all three of its results', async () => {
  const { cwd, ask } = shell();
  expect(await ask('sh', 'pwd; echo $SET $HOME; cat; echo bad >&2; exit 3', { stdin: 'given' })).toEqual({
    code: 3,
    stdout: `${cwd}\nset\ngiven`,
    stderr: 'bad\n',
    cutBytes: 0,
  });
});

test('what it prints has a bound', async () => {
  const { ask } = shell();
  expect(await ask('sh', 'head -c 6000000 /dev/zero')).toMatchObject({ code: 0, cutBytes: 6_000_000 - 4 * 1024 * 1024 });
});

test.each<[string | number, string]>([
  ['200ms', 'timeout: the command took longer than 0.2 seconds and was ended, half-way perhaps; the end of what it printed: begun'],
  [200, 'timeout: the command took longer than 0.2 seconds and was ended, half-way perhaps; the end of what it printed: begun'],
  ['soon', 'refused: the timeout "soon" is no duration such as 90s or 5m'],
])('a timeout of %j', async (timeout, said) => {
  const { ask } = shell();
  expect(await ask('sh', 'echo begun; sleep 60', { timeout })).toBe(said);
});

test('a command that is stopped, or killed, says so', async () => {
  const stop = new AbortController();
  const stopped = shell({ signal: stop.signal }).ask('sh', 'sleep 60');
  stop.abort();
  expect(await stopped).toMatch(/^cancelled: /);
  expect(await shell().ask('sh', 'kill -TERM $$')).toBe('signal: the command was ended by SIGTERM');
});

test('a command writes, unless it says that it only reads', () => {
  const { primitive } = shell();
  expect(
    [[['ls']], [['ls', { readOnly: true }]], [['ls', { readOnly: false }]]].map(([args]) => classOfCall(primitive, args as string[])),
  ).toEqual(['write', 'read', 'write'].map((value) => ({ ok: true, value })));
});

test('a command that only reads sees the files, and changes none of them, and reaches nobody', async () => {
  const { cwd, ask } = shell();
  mkdirSync(join(cwd, 'sub'));
  const server = createServer((_, response) => response.end('reached'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const readOnly = { readOnly: true, stdin: 'in' };
  expect(await ask('sh', 'pwd; ls; cat', readOnly)).toEqual({ code: 0, stdout: `${cwd}\nsub\nin`, stderr: '', cutBytes: 0 });
  for (const command of [
    'touch here',
    'rmdir sub',
    'mkdir -p /var/pawl-x',
    `exec 3<>/dev/tcp/127.0.0.1/${port}`,
    `kill -0 ${process.pid}`,
  ]) {
    expect(await ask('sh', `bash -c '${command}'`, readOnly)).not.toMatchObject({ code: 0 });
  }
  expect(await ask('sh', 'echo x > /tmp/own && cat /tmp/own; ls /run', readOnly)).toMatchObject({ code: 0, stdout: 'x\n' });
  expect(readdirSync(cwd)).toEqual(['sub']);
});

test('where there is no bubblewrap a command that only reads is refused, and not run', async () => {
  const { cwd, ask } = shell({}, scratchFolder());
  expect(await ask('sh', 'touch here', { readOnly: true })).toBe('refused: a read-only command needs bubblewrap, which is not installed');
  expect(readdirSync(cwd)).toEqual([]);
});
