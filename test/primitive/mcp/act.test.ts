import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { acting, code, outputs, says, scriptFile } from '../../act/acting.ts';
import { endOf, linesOf, pawl, repository, startPawl } from '../../cli/pawl.ts';
import { anyObject, installed, isAlive, plain, reading } from './servers.ts';

const node = JSON.stringify(process.execPath);
const filesServer = `  files: {command: ${node}, args: [${JSON.stringify(installed('filesystem'))}, .]}\n`;
const plainIn = (tools: readonly object[], more = '') =>
  `  s:\n    command: ${node}\n    args: [${JSON.stringify(plain)}, ${JSON.stringify(JSON.stringify({ tools }))}]\n${more}`;
const withServers = (servers: string, more = '') => repository({ 'a.txt': 'one\n', 'pawl.yml': `mcp:\n${servers}${more}` });

test('an act works with a real server, and its journal has the calls', async () => {
  const repo = withServers(filesServer);
  const turn = code(
    "const { structured } = await ctx.mcp.files.read_text_file({ path: 'a.txt' });\n" +
      "await ctx.mcp.files.write_file({ path: 'b.txt', content: structured.content.toUpperCase() });\nstructured.content",
  );
  const script = scriptFile(dirname(repo), [turn, says('b.txt is a.txt in capitals')]);
  const { stdout, stderr, code: exit } = await pawl(repo, ['act', 'copy it in capitals', '--script', script]);
  expect([exit, stderr]).toEqual([0, '']);
  expect(stdout).toContain('b.txt is a.txt in capitals');
  expect(readFileSync(join(repo, 'b.txt'), 'utf8')).toBe('ONE\n');
  const logged = linesOf((await pawl(repo, ['show', 'last', '--events'])).stdout);
  const requested = logged.filter(({ type }) => type === 'effect.requested');
  expect(requested.map(({ primitive, class: effect, arguments: given }) => [primitive, effect, JSON.parse(given.text)])).toEqual([
    ['mcp.files.read_text_file', 'read', [{ path: 'a.txt' }]],
    ['mcp.files.write_file', 'idempotent', [{ path: 'b.txt', content: 'ONE\n' }]],
  ]);
  expect(logged.filter(({ type }) => type === 'effect.ended').map(({ result }) => result.ok)).toEqual([true, true]);
  // Its code once more, with no server at all.
  writeFileSync(join(repo, 'pawl.yml'), '');
  const replayed = await pawl(repo, ['replay', 'last']);
  expect([replayed.code, replayed.stderr]).toEqual([0, '']);
});

test('what cannot be had is warned of, and what the model is told names tools as code writes them', async () => {
  const repo = withServers(`${plainIn(reading('list-all', 'then'))}  gone: {command: no-such-server}\n`);
  const done = acting([code("(await ctx.mcp.s['list-all']({ a: 1 })).text"), says('ok')], {}, repo);
  await done.handle.result();
  expect(outputs(done)[0]).toContain('list-all {"a":1}');
  expect(done.of('warning').map(({ message }) => message)).toEqual([
    'the MCP server "gone" was not started: The program no-such-server was not found (Install it, or put its folder on PATH.)',
    'the tool "then" of the MCP server "s" is left out: no code can call it by that name',
  ]);
});

test('arguments that a tool does not take are told to the code before anything is sent, and a tool that fails throws', async () => {
  const strict = { name: 'add', inputSchema: { ...anyObject, properties: { n: { type: 'integer' } }, required: ['n'] } };
  const repo = withServers(plainIn([strict, ...reading('wrong')]));
  const done = acting([code("await ctx.mcp.s.add({ n: 'x' })"), code('await ctx.mcp.s.wrong({})'), says('ok')], {}, repo);
  await done.handle.result();
  expect(outputs(done)[0]).toContain('arguments[0].n must be integer');
  expect(outputs(done)[1]).toContain('ctx.mcp.s.wrong failed: the disk');
});

test('secrets go by name into the one server that names them, and stand nowhere', async () => {
  const value = 'hunter2-and-a-half';
  const other = plainIn(reading('environment')).replace('  s:', '  other:');
  const repo = withServers(
    plainIn(reading('environment'), '    env: {MODE: test}\n    secrets: [TOKEN, FROM_ENV]\n') + other,
    'secrets: {TOKEN: {file: token}}\n',
  );
  writeFileSync(join(repo, 'token'), `${value}\n`);
  const read = (server: string) =>
    code(
      `const env = JSON.parse((await ctx.mcp.${server}.environment({})).text); [Object.keys(env).sort().join(' '), env.TOKEN, env.FROM_ENV, env.MODE]`,
    );
  const env = { ...process.env, FROM_ENV: 'another-long-secret', MY_API_KEY: 'not-for-servers' };
  const done = acting([read('s'), read('other'), code("(await ctx.sh('echo $FROM_ENV-')).stdout"), says('ok')], { env }, repo);
  await done.handle.result();
  const [mine, others, shell] = outputs(done);
  expect(mine).toContain('[secret TOKEN]');
  expect(mine).toContain('[secret FROM_ENV]');
  expect(mine).toContain('test');
  expect(mine).not.toContain('MY_API_KEY');
  expect(mine).toContain('PAWL_RUN_TOKEN');
  expect(others).not.toMatch(/TOKEN'|FROM_ENV|MODE/);
  expect(shell).not.toContain('another');
  expect(JSON.stringify(done.events)).not.toMatch(/hunter2|another-long-secret/);
});

test('a server whose secret is not to be had is not started, and says which', async () => {
  const repo = withServers(plainIn(reading('pid'), '    secrets: [NOWHERE]\n'));
  const done = acting([says('ok')], {}, repo);
  await done.handle.result();
  expect(done.of('warning').map(({ message }) => message)).toEqual([
    'the MCP server "s" was not started, as its secret NOWHERE is not to be had: the variable NOWHERE is not set',
  ]);
});

test('servers end with the act, also when it is killed and taken up again', async () => {
  const repo = withServers(plainIn([...reading('pid'), { name: 'hang', inputSchema: anyObject, annotations: { destructiveHint: false } }]));
  const script = scriptFile(dirname(repo), [
    code("await ctx.fs.write('pid', (await ctx.mcp.s.pid({})).text); await ctx.mcp.s.hang({})"),
    says('ok'),
  ]);
  const child = startPawl(repo, ['act', 'x', '--script', script]);
  const ended = endOf(child);
  const pid = Number(await vi.waitFor(() => readFileSync(join(repo, 'pid'), 'utf8'), 20_000));
  expect(isAlive(pid)).toBe(true);
  await vi.waitFor(async () => {
    const events = linesOf((await pawl(repo, ['show', 'last', '--events'])).stdout);
    expect(events.filter(({ type }) => type === 'effect.requested').at(-1)?.primitive).toBe('mcp.s.hang');
  }, 20_000);
  child.kill('SIGKILL');
  await ended;
  // Nobody knows whether the write happened: a person is asked, and it is not sent again by itself.
  const resumed = await pawl(repo, ['resume', 'last']);
  expect(resumed.stdout + resumed.stderr).toContain('Did this happen? ctx.mcp.s.hang({}) was called');
  expect(isAlive(pid)).toBe(false);
});

test('doctor starts each server, says whether it answers, and ends it', async () => {
  const repo = withServers(`${filesServer}${plainIn(reading('ok', 'then'))}  gone: {command: no-such-server}\n`);
  const { stdout } = await pawl(repo, ['doctor', '--json']);
  const findings = linesOf(stdout).filter(({ what }) => what.startsWith('mcp '));
  expect(findings.map(({ what, state, found }) => [what, state, found])).toEqual([
    ['mcp files', 'good', expect.stringMatching(/^secure-filesystem-server \S+ answers, with \d+ tools$/)],
    ['mcp s', 'good', 'plain 1.0 answers, with 1 tool'],
    ['mcp s', 'poor', expect.stringContaining('"then"')],
    ['mcp gone', 'poor', 'the MCP server "gone" was not started: The program no-such-server was not found'],
  ]);
});
