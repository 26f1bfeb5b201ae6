import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { bin, cleanEnv, linesOf, pawl, repository, scripted } from './pawl.ts';

const workflow = `name: Logged
steps:
  - { id: big, command: "head -c 200000 /dev/zero | tr '\\\\0' x" }
  - { id: raw, command: "printf 'a\\\\377\\\\000b'" }
  - { id: each, command: "echo item $PAWL_ITEM", foreach: { items: [a, b] } }
  - { id: fix, prompt: "Fix {{input}}", loop: { max: 3, until: DONE, gate: "echo judged; ! grep -q bad a.txt" } }
`;
const replies = [
  { write: { 'a.txt': 'bad\n' }, reply: 'tried' },
  { write: { 'a.txt': 'good\n' }, reply: 'DONE' },
];

async function logged(): Promise<string> {
  const repo = repository();
  expect((await pawl(repo, [...scripted(repo, workflow, replies), 'it'])).code).toBe(0);
  return repo;
}

/** The bytes of stdout, as they are. */
const bytesOf = (repo: string, ...argv: string[]): Buffer =>
  spawnSync(process.execPath, [bin, 'log', 'last', ...argv], { cwd: repo, env: cleanEnv(dirname(repo)) }).stdout;

test('log prints the bytes of an output alone, whatever they are', async () => {
  const repo = await logged();
  expect(bytesOf(repo, 'big').toString()).toBe(`${'x'.repeat(200000)}\nexit code: 0`);
  expect(bytesOf(repo, 'raw')).toEqual(Buffer.from('a\xff\x00b\nexit code: 0', 'latin1'));
  expect(bytesOf(repo, 'each[2]').toString()).toBe('item b\nexit code: 0');
  expect(bytesOf(repo, 'each', '--item', '1').toString()).toBe('item a\nexit code: 0');
  expect(JSON.parse(bytesOf(repo, 'each').toString())).toHaveLength(2);
  expect(bytesOf(repo, 'fix#1', '--reply').toString()).toBe('tried');
  expect(bytesOf(repo, 'fix#1', '--gate').toString()).toBe('judged\nexit code: 1');
  expect(bytesOf(repo, 'fix#1', '--prompt').toString()).toBe('Fix it');
});

test('log takes the last iteration, or all; of several outputs a line before each says what it is', async () => {
  const repo = await logged();
  const last = await pawl(repo, ['log', 'last', 'fix']);
  expect([last.code, last.stdout, last.stderr]).toEqual([0, '── fix#2 reply\nDONE\n── fix#2 gate\njudged\nexit code: 0\n', '']);
  const all = linesOf((await pawl(repo, ['log', 'last', 'fix', '--all', '--json'])).stdout);
  expect(all).toMatchObject([
    { v: 1, type: 'output', step: 'fix', item: 0, iteration: 1, part: 'reply', text: 'tried', end: null },
    { iteration: 1, part: 'gate', text: 'judged\nexit code: 1', end: { kind: 'exit', code: 1 } },
    { iteration: 2, part: 'reply', text: 'DONE' },
    { iteration: 2, part: 'gate' },
  ]);
  const [raw] = linesOf((await pawl(repo, ['log', 'last', 'raw', '--json'])).stdout);
  expect(Buffer.from(raw.base64, 'base64').subarray(0, 4)).toEqual(Buffer.from([0x61, 0xff, 0, 0x62]));
});

test.each([
  [['none'], 'has no step "none"', 'its steps: big, raw, each, fix'],
  [[], 'name a step', 'its steps: big, raw, each, fix'],
  [['fix#9'], 'no such output of "fix#9"', 'it has iterations up to 2'],
  [['each[7]'], 'no such output of "each[7]"', 'it has items up to 2'],
  [['each', '--item', 'x'], '--item is a whole number', 'for example --item 3'],
])('log %j is refused, and says what there is', async (argv, message, hint) => {
  const repo = await logged();
  const { code, stdout, stderr } = await pawl(repo, ['log', 'last', ...argv, '--json']);
  expect([code, stdout]).toEqual([2, '']);
  expect(linesOf(stderr)).toMatchObject([{ code: 'cli/usage', message: expect.stringContaining(message), hint }]);
});

test('log says why a step failed that printed nothing, with its tries, and the command that the screen names does', async () => {
  const repo = repository();
  const refused = { error: 'the model is away' };
  const failing = `name: Failing
steps:
  - { id: all, parallel: [p, q] }
  - { id: p, prompt: "x", retry: { max: 1, backoff: 10ms } }
  - { id: q, command: "true" }
  - { id: mod, prompt: "y {{item}}", foreach: { items: [a, b] } }
  - { id: fix, prompt: "z", loop: { max: 2, until: DONE } }
`;
  const ran = await pawl(
    repo,
    scripted(
      repo,
      failing,
      Array.from({ length: 9 }, () => refused),
    ),
  );
  expect(ran.code).toBe(1);
  const [, why = ''] = /why +pawl log \S+ (\S+)/.exec(ran.stdout) ?? [];
  const said = await pawl(repo, ['log', 'last', why.replaceAll("'", '')]);
  expect([said.code, said.stderr]).toEqual([0, '']);
  expect(said.stdout).toContain('the model is away');
  expect((await pawl(repo, ['log', 'last', 'all'])).stdout).toMatch(/ {2}p: p failed: .*the model is away/);
  const tries = await pawl(repo, ['log', 'last', 'p']);
  expect(tries.stdout).toMatch(/^p failed: .*the model is away/);
  const none = await pawl(repo, ['log', 'last', 'p', '--reply']);
  expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/failed before it had one: pawl log \w+ p {2}says why/)]);
});

test('a reader that goes away early is no error', async () => {
  const repo = await logged();
  const shell = spawnSync('bash', ['-c', `set -o pipefail; '${process.execPath}' '${bin}' log last big | head -c 5`], {
    cwd: repo,
    env: cleanEnv(dirname(repo)),
  });
  expect([shell.status, shell.stdout.toString(), shell.stderr.toString()]).toEqual([0, 'xxxxx', '']);
});
