import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Json } from '../../../src/core/model/json.ts';
import { scratchFolder } from '../../scratch.ts';
import { anyObject, isAlive, opened, plain, plainServer, reading } from './servers.ts';

const writing = (name: string) => ({ name, inputSchema: anyObject, annotations: { destructiveHint: false } });
const textOf = (result: Json): string => (result as { text: string }).text;
const numberOf = (result: Json): number => Number(textOf(result));

test('each argument arrives as one, and nothing in it means anything', async () => {
  const args = ['a b & co', '$HOME', '`id`', '%PATH%', '*', 'a"b', "c'd", '', '^x', '; exit 1', '\n'];
  const { call } = await opened([plainServer({ tools: reading('argv') }, { args })]);
  expect(JSON.parse(textOf(await call('argv')))).toEqual(args);
});

test('a server has its folder and its environment, and nothing else of either', async () => {
  const cwd = scratchFolder();
  const { call } = await opened([plainServer({ tools: reading('cwd', 'environment') }, { cwd, env: { ONLY: 'this' } })]);
  expect(await call('cwd')).toEqual({ text: cwd });
  expect(JSON.parse(textOf(await call('environment')))).toEqual({ ONLY: 'this' });
});

test('a call carries its idempotency key, for servers that know of it', async () => {
  const { call } = await opened([plainServer({ tools: reading('meta') })]);
  expect(JSON.parse(textOf(await call('meta', {}, { key: 'k1' })))).toMatchObject({ 'pawl/idempotency-key': 'k1' });
});

test.each<[what: string, change: object, told: string]>([
  [
    'a folder that is missing',
    { cwd: '/does/not/exist' },
    'not_found: the MCP server "s" was not started: its working directory /does/not/exist is missing',
  ],
  [
    'a folder that is a file',
    { cwd: '/etc/passwd' },
    'not_found: the MCP server "s" was not started: its working directory /etc/passwd is missing',
  ],
  [
    'a program that is missing',
    { command: 'no-such-server' },
    'not_found: the MCP server "s" was not started: The program no-such-server was not found',
  ],
  [
    'a program that is none',
    { command: '/etc/passwd' },
    'refused: the MCP server "s" was not started: The system does not let /etc/passwd run in / (EACCES)',
  ],
  ['a program that ends at once', { command: 'true' }, 'io: the MCP server "s" ended with exit code 0 before it answered'],
  [
    'a program that says why it ends',
    { args: [plain, '{"mode":"exits"}'] },
    'io: the MCP server "s" ended with exit code 3 before it answered; the end of what it said: first line | no licence: give LICENCE',
  ],
  [
    'a program that is no server',
    { command: 'sh', args: ['-c', 'echo Usage: x; echo more; exit 2'] },
    'io: the MCP server "s" ended with exit code 2 before it answered; it printed 2 lines on its stdout that are no messages of the protocol ("Usage: x")',
  ],
  [
    'a program that is killed',
    { command: 'sh', args: ['-c', 'kill -9 $$'] },
    'io: the MCP server "s" was ended by SIGKILL before it answered',
  ],
  [
    'a version of the protocol that nobody speaks',
    { args: [plain, '{"version":"2099-01-01"}'] },
    `io: the MCP server "s" is not understood: Server's protocol version is not supported: 2099-01-01`,
  ],
])('%s is told', async (_, change, told) => {
  const { failure, opened: open } = await opened([{ ...plainServer({}), ...change }]);
  expect(failure).toBe(told);
  expect(open.primitives).toEqual([]);
});

test('a server that never answers is given up, and ended although it does not listen', async () => {
  const { failure } = await opened([plainServer({ mode: 'mute' }, { startMs: 400 })]);
  expect(failure).toBe('timeout: the MCP server "s" did not answer within 0.4 seconds of its start');
});

test('a server that starts slowly is waited for', async () => {
  const file = join(scratchFolder(), 'now');
  const starting = opened([plainServer({ mode: 'slow', file, tools: reading('pid') })]);
  writeFileSync(file, '');
  expect((await starting).failure).toBeNull();
});

test('an act that is stopped does not wait for a server that is starting', async () => {
  const stop = new AbortController();
  const starting = opened([plainServer({ mode: 'mute' }, { startMs: 60_000 })], stop.signal);
  setImmediate(() => stop.abort());
  expect((await starting).failure).toMatch(/^cancelled: /);
});

test('lines on stdout that are no messages are passed over and told, whenever they come', async () => {
  const before = ['[db] Connected', '', 'npm notice', '{"level":"info"}', '[1,2]', '"jsonrpc"'];
  const { call, warnings, failure } = await opened([plainServer({ before, tools: reading('shout', 'pid') })]);
  expect(failure).toBeNull();
  expect(warnings).toEqual([
    'the MCP server "s" printed 5 lines on its stdout that are no messages of the protocol ("[db] Connected"): passed over',
  ]);
  const pid = await call('pid');
  expect(await call('shout')).toEqual({ text: 'shouted' });
  expect(await call('pid')).toEqual(pid);
});

test('a server that says much on stderr is neither held up nor kept in memory, and the end is what is told', async () => {
  const { call } = await opened([plainServer({ mode: 'chatty', tools: reading('die', 'pid') })]);
  expect(await call('pid')).toMatchObject({ text: expect.any(String) });
  const told = (await call('die')) as string;
  expect(told).toMatch(/ended with exit code 9 before it answered; the end of what it said: ….*log 19999 x+$/);
  expect(told.length).toBeLessThan(800);
});

test('a server that dies in the middle of a call fails it, and is started again by the next one', async () => {
  const { call } = await opened([plainServer({ tools: [...reading('pid', 'die', 'hang'), writing('add')] })]);
  const first = numberOf(await call('pid'));
  const hanging = call('hang');
  expect(await call('die')).toBe('io: ctx.mcp.s.die: the MCP server "s" ended with exit code 9 before it answered');
  expect(await hanging).toBe('io: ctx.mcp.s.hang: the MCP server "s" ended with exit code 9 before it answered');
  // Those who ask at the same moment have the same new one.
  const again = await Promise.all([call('pid'), call('pid'), call('add', { n: 1 })]);
  expect(again[0]).toEqual(again[1]);
  expect(again[2]).toEqual({ text: 'add {"n":1}' });
  expect(numberOf(again[0])).not.toBe(first);
});

test('a server that is killed in the middle of a write leaves it in doubt; one that is killed between calls does not', async () => {
  const { call } = await opened([plainServer({ tools: [...reading('pid'), writing('hang'), writing('add')] })]);
  process.kill(numberOf(await call('pid')), 'SIGKILL');
  await vi.waitFor(async () => expect(await call('add')).toEqual({ text: 'add {}' }));
  const pid = numberOf(await call('pid'));
  const hanging = call('hang');
  await call('pid');
  process.kill(pid, 'SIGKILL');
  expect(await hanging).toBe(
    'in_doubt: ctx.mcp.s.hang was sent, and it is not known whether it was carried out: the MCP server "s" was ended by SIGKILL before it answered',
  );
});

test('a server that cannot be started again fails the calls, each with why, and leaves no write in doubt', async () => {
  const cwd = scratchFolder();
  const sh = `if [ -e once ]; then echo broken >&2; exit 4; fi; touch once; exec '${process.execPath}' '${plain}' "$0"`;
  const badness = JSON.stringify({ tools: [...reading('die'), writing('add')] });
  const { call } = await opened([{ ...plainServer({}), cwd, command: 'sh', args: ['-c', sh, badness] }]);
  await call('die');
  for (let round = 0; round < 2; round++)
    expect(await call('add')).toBe('io: the MCP server "s" ended with exit code 4 before it answered; the end of what it said: broken');
});

test('a call has a limit of its own, and the server goes on', async () => {
  const { call } = await opened([plainServer({ tools: [...reading('hang', 'pid'), writing('hang_write')] }, { callMs: 200 })]);
  const pid = await call('pid');
  expect(await call('hang')).toBe('timeout: ctx.mcp.s.hang: the MCP server "s" did not answer within 0.2 seconds');
  expect(await call('pid')).toEqual(pid);
});

test('a call that is stopped comes back, and a write that is stopped is in doubt', async () => {
  const { call } = await opened([plainServer({ tools: [...reading('hang', 'pid')] })]);
  const stop = new AbortController();
  const hanging = call('hang', {}, { signal: stop.signal });
  await call('pid');
  stop.abort();
  expect(await hanging).toBe('cancelled: ctx.mcp.s.hang: the MCP server "s" was asked to stop half-way');
  expect(await call('hang', {}, { signal: stop.signal })).toMatch(/^refused: /);
  const writes = await opened([plainServer({ tools: [writing('hang'), ...reading('pid')] })]);
  const stopWrite = new AbortController();
  const writingNow = writes.call('hang', {}, { signal: stopWrite.signal });
  await writes.call('pid');
  stopWrite.abort();
  expect(await writingNow).toMatch(/^in_doubt: /);
});

test.each(['', 'stubborn'])('nothing of a server is left when it is ended, not what it has started either (%s)', async (mode) => {
  const { call, opened: open } = await opened([plainServer({ mode, tools: reading('pid', 'child') })]);
  const pids = [numberOf(await call('pid')), numberOf(await call('child'))];
  expect(pids.map(isAlive)).toEqual([true, true]);
  await open.close();
  expect(pids.map(isAlive)).toEqual([false, false]);
  expect(await call('pid')).toBe('refused: the MCP server "s" was ended, as the act is over');
});

test('a process that exits takes its servers with it', async () => {
  const source = (path: string) => JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).href);
  const script = `
    const { openMcpServers } = await import(${source('adapters/primitive/mcp/mcp-primitives.ts')});
    const { programs } = await import(${source('adapters/process/programs.ts')});
    const open = await openMcpServers([JSON.parse(process.argv[1], (key, value) => (key === 'tools' && !Array.isArray(value) ? new Map() : value))], programs(), new AbortController().signal);
    const call = { key: 'k', timeoutMs: 20000, signal: new AbortController().signal };
    const given = await open.primitives[0].perform([{}], call);
    console.log(given.value.value.text);
    process.exit(0);
  `;
  const server = JSON.stringify({ ...plainServer({ mode: 'stubborn', tools: reading('pid') }), tools: {} });
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, server], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeGreaterThan(1);
  await vi.waitFor(() => expect(isAlive(Number(stdout))).toBe(false));
});
