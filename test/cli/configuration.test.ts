import { chmodSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { json, openaiServer } from '../runner/openai-server.ts';
import { endOf, linesOf, pawl, printed, repository, scripted, startPawl, writeFiles } from './pawl.ts';

const command = 'name: w\nsteps:\n  - { id: a, command: "true" }\n';
const asking = (...models: readonly string[]) =>
  `name: w\nsteps:\n${models.map((model, index) => `  - { id: s${index}, prompt: "ask ${index}"${model === '' ? '' : `, model: ${model}`} }\n`).join('')}`;

/** A repository with this pawl.yml and a workflow beside it. */
function configured(configuration: string, workflow = command): { repo: string; file: string } {
  const repo = repository({ 'a.txt': 'one\n', 'pawl.yml': configuration });
  writeFiles(dirname(repo), { 'workflow.yml': workflow });
  return { repo, file: join(dirname(repo), 'workflow.yml') };
}

/** A model that answers with its own name and these tokens; the environment that leads to it. */
async function model(tokens: object = { prompt_tokens: 1000, completion_tokens: 100 }) {
  const server = await openaiServer((response, { body }) =>
    json({ model: body.model, choices: [{ message: { content: `from ${body.model}` }, finish_reason: 'stop' }], usage: tokens })(response),
  );
  return { server, env: { PATH: '/usr/bin:/bin', PAWL_OPENAI_ENDPOINT: server.endpoint, PAWL_OPENAI_MODEL: 'house' } };
}

/** A folder with a program `claude` that answers each call and tells what it cost. */
function claudeIn(repo: string): string {
  const folder = join(dirname(repo), 'tools');
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'from claude',
    total_cost_usd: 0.5,
    stop_reason: 'end_turn',
  };
  writeFiles(folder, { claude: `#!/bin/sh\ncat > /dev/null\necho "$@" > ${folder}/arguments\necho '${JSON.stringify(result)}'\n` });
  chmodSync(join(folder, 'claude'), 0o755);
  return folder;
}

test('a wrong pawl.yml refuses every run with all that is wrong, and nothing is made', async () => {
  const { repo, file } = configured('jbos: 2\nbudget:\n  usd: 0\n');
  const { code, stderr, stdout } = await pawl(repo, ['run', file]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /pawl\.yml:1:1 {2}unknown key "jbos" in pawl\.yml +workflow\/unknown-key\n +1 \| jbos: 2\n +\| \^\^\^\^ did you mean "jobs"\?/,
  );
  expect(stderr).toContain('pawl.yml:3:8  0 dollars is no amount above zero');
  expect(stderr).toContain('pawl.yml has 2 mistakes, so nothing was run');
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
  const machine = await pawl(repo, ['run', file, '--json']);
  expect(linesOf(machine.stderr)).toMatchObject([
    { type: 'error', code: 'run/invalid-configuration', file: 'pawl.yml', diagnostics: [{ line: 1 }, { line: 3 }] },
  ]);
  expect((await pawl(repo, ['run', file, '--dry-run'])).code).toBe(2);
});

test('a pawl.yaml is not passed over in silence', async () => {
  const repo = repository({ 'pawl.yaml': 'jobs: 2\n' });
  const { code, stderr } = await pawl(repo, scripted(repo, command));
  expect(code).toBe(2);
  expect(stderr).toContain('the file is called pawl.yml');
});

test('doctor and validate say whether pawl.yml is there and right', async () => {
  const findings = async (repo: string) =>
    linesOf((await pawl(repo, ['doctor', '--json'])).stdout).filter(({ what }) => what === 'pawl.yml');
  expect(await findings(repository())).toMatchObject([{ state: 'good', found: 'none: the defaults hold' }]);
  const { repo } = configured('budget: {workflows: {self-test: {usd: 1}, slef-lint: {usd: 1}}}\n');
  expect(await findings(repo)).toMatchObject([
    { state: 'good', found: join(repo, 'pawl.yml') },
    { state: 'poor', found: 'it limits the workflow "slef-lint", which is not known here' },
  ]);
  expect((await pawl(repo, ['validate', 'pawl.yml'])).stdout).toBe('✓ pawl.yml: configuration\n');
  writeFiles(repo, { 'pawl.yml': 'jobs: 0\nagent: nobody\n' });
  expect(await findings(repo)).toMatchObject([
    { state: 'bad', found: 'pawl.yml:1:7 jobs is 0, and must be at least 1' },
    { state: 'bad', found: 'pawl.yml:2:8 agent "nobody" is no agent' },
  ]);
  const checked = await pawl(repo, ['validate', 'pawl.yml']);
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain('2 errors.');
});

test('options win over pawl.yml, and that over the defaults; --dry-run shows which', async () => {
  const { repo, file } = configured(
    'jobs: 7\nagent: claude\ntimeout: {command: 90s, run: 2h}\ntiers: {fast: openai/small}\nbudget: {usd: 5, workflows: {workflow: {tokens: 900}}}\n',
    asking('fast', 'smart'),
  );
  const shown = async (...options: string[]) => {
    const { stdout } = await pawl(repo, ['run', file, '--dry-run', '--json', ...options]);
    const settings = linesOf(stdout).filter(({ type }) => type === 'dry-run.setting');
    return Object.fromEntries(settings.map(({ name, value, from }) => [name, `${value} (${from})`]));
  };
  expect(await shown()).toEqual({
    agent: 'claude (pawl.yml)',
    fast: 'openai small (pawl.yml)',
    budget: '$5.00 (pawl.yml)',
    tokens: '900 (pawl.yml)',
    jobs: '7 (pawl.yml)',
    'command time': '1 min 30 s (pawl.yml)',
    'prompt time': '1 h (default)',
    'run time': '2 h (pawl.yml)',
  });
  expect(await shown('--budget', '1', '--jobs', '2', '--agent', 'openai', '--timeout', '5s', '--run-timeout', '1m')).toMatchObject({
    agent: 'openai (option)',
    budget: '$1.00 (option)',
    jobs: '2 (option)',
    'command time': '5.0 s (option)',
    'run time': '1 min (option)',
  });
  // Another agent than that of the tier was named: the tier is left to it.
  expect(await shown('--agent', 'claude')).not.toHaveProperty('fast');
});

test('what pawl.yml says holds for a run, from a folder below too', async () => {
  const { repo } = configured('jobs: 3\ntimeout: {command: 300ms, prompt: 5m, run: 1h}\n');
  writeFiles(repo, { 'below/w.yml': 'name: w\nsteps:\n  - { id: a, command: "sleep 30" }\n' });
  const { stdout, code } = await pawl(join(repo, 'below'), ['run', 'w.yml', '--json']);
  expect(code).toBe(1);
  const events = linesOf(stdout);
  expect(events[0].settings).toMatchObject({ jobs: 3, commandTimeoutMs: 300, promptTimeoutMs: 300_000, runTimeoutMs: 3_600_000 });
  expect(events.find(({ type }) => type === 'command.ended').end).toEqual({ kind: 'timeout', timeoutMs: 300 });
});

test('tiers go to different agents in one run, each with its model; only those that are asked are looked for', async () => {
  const { server, env } = await model();
  const { repo, file } = configured('tiers:\n  fast: openai/small\n  smart: {runner: claude, model: large}\n', asking('fast', 'smart'));
  const missing = await pawl(repo, ['run', file], env);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('there is no `claude` on PATH')]);
  const tools = claudeIn(repo);
  const { stdout, code } = await pawl(repo, ['run', file], { ...env, PATH: `${tools}:${env.PATH}` });
  expect(code).toBe(0);
  // By no name of a model that nobody asks.
  expect(stdout.split('\n')[0]).toMatch(/ · agents fast: openai small, smart: claude large$/);
  expect(server.received.map(({ body }) => body.model)).toEqual(['small']);
  expect(stdout).toMatch(/s0 .*unpriced/);
  expect(stdout).toMatch(/s1 .*\$0\.50/);
  expect(stdout).toContain('$0.50 and 1 unpriced');
  const onlyFast = join(dirname(repo), 'fast.yml');
  writeFiles(dirname(repo), { 'fast.yml': asking('fast') });
  expect((await pawl(repo, ['run', onlyFast], env)).code).toBe(0);
});

test('the first line of a run names every agent that its steps ask, the usual one first where a step asks it too', async () => {
  const { env } = await model();
  const { repo, file } = configured(
    'agent: openai\ntiers: {fast: small, smart: {runner: claude, model: large}}\n',
    asking('', 'fast', 'smart'),
  );
  const { stdout } = await pawl(repo, ['run', file], { ...env, PATH: `${claudeIn(repo)}:${env.PATH}` });
  expect(stdout.split('\n')[0]).toMatch(/ · agents house at 127\.0\.0\.1:\d+ \([^)]*\), fast: openai small, smart: claude large$/);
});

test('without a named agent pawl.yml says who answers', async () => {
  const { server, env } = await model();
  const { repo, file } = configured('agent: openai\n', asking('', 'gpt-x'));
  const tools = claudeIn(repo);
  const { code } = await pawl(repo, ['run', file], { ...env, PATH: `${tools}:${env.PATH}` });
  expect(code).toBe(0);
  expect(server.received.map(({ body }) => body.model)).toEqual(['house', 'gpt-x']);
});

test('a model without a known price is refused with --budget, named with the next step, and runs when that is allowed', async () => {
  const { server, env } = await model();
  const { repo, file } = configured('', asking(''));
  const refused = await pawl(repo, ['run', file, '--budget', '2'], env);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toBe(
    'pawl: the price of house is not known, so the limit of $2.00 could not hold; the step "s0" asks for it\n' +
      '  --allow-unpriced  runs it all the same, uncounted; or write its price under "prices" in pawl.yml\n',
  );
  expect(server.received).toEqual([]);
  const allowed = await pawl(repo, ['run', file, '--budget', '2', '--allow-unpriced'], env);
  expect(allowed.code).toBe(0);
  expect(allowed.stdout).toContain(
    '! the price of house is not known: calls are shown as unpriced, and the limit of $2.00 does not count them',
  );
  // Never as zero, wherever it is shown.
  for (const argv of [['show', 'last'], ['runs']]) {
    const { stdout } = await pawl(repo, argv);
    expect(stdout).toContain('unpriced');
    expect(stdout).not.toContain('$0.00');
  }
  expect(allowed.stdout.split('\n').find((line) => line.includes('finished'))).toMatch(/ · unpriced$/);
});

test("a workflow's own limit in money refuses too; the default of pawl.yml does not, and says so once", async () => {
  const { env } = await model();
  const strict = configured('budget: {workflows: {workflow: {usd: 2}}}\n', asking(''));
  expect((await pawl(strict.repo, ['run', strict.file, '--json'], env)).stderr).toContain('"run/unpriced-model"');
  const lax = configured('budget: {usd: 2}\n', asking('', ''));
  const { code, stdout } = await pawl(lax.repo, ['run', lax.file], env);
  expect(code).toBe(0);
  expect(stdout.match(/to have a price|is not known/g)).toEqual(['is not known']);
});

test('what pawl.yml says of a price counts, also against the limit', async () => {
  const { env } = await model({ prompt_tokens: 1000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 500 } });
  const prices = 'prices: {house: {input: 100, cached: 10, output: 1000}}\n';
  const { repo, file } = configured(prices, asking('', ''));
  const { code, stdout } = await pawl(repo, ['run', file, '--budget', '0.15', '--json', '--strict'], env);
  const events = linesOf(stdout);
  // 500 × $100 + 500 × $10 + 100 × $1000, for a million each.
  expect(events.find(({ type }) => type === 'prompt.ended').usage).toMatchObject({ nanoUsd: 155_000_000, cachedInputTokens: 500 });
  expect([code, events.at(-1).outcome, events.at(-1).totals.calls]).toEqual([3, 'budget', 1]);
  const free = configured('prices: {house: {input: 0, output: 0}}\n', asking(''));
  expect((await pawl(free.repo, ['run', free.file, '--budget', '1'], env)).stdout).toContain('$0.00 of $1.00');
});

test('a call that tells no tokens is said where a limit in money counts on its price', async () => {
  const { env } = await model({});
  const { repo, file } = configured('prices: {house: {input: 1, output: 1}}\n', asking('', ''));
  const { code, stdout } = await pawl(repo, ['run', file, '--budget', '1'], env);
  expect(code).toBe(0);
  expect(stdout.match(/a call to house tells too little to have a price: the limit of \$1\.00 does not count it/g)).toHaveLength(1);
});

test('limits of a workflow in tokens hold beside that of its file', async () => {
  const { env } = await model();
  const { repo, file } = configured('budget: {workflows: {workflow: {tokens: 1100}}}\n', asking('', ''));
  const { stdout } = await pawl(repo, ['run', file, '--json'], env);
  expect(linesOf(stdout).at(-1)).toMatchObject({ outcome: 'budget', totals: { calls: 1 } });
});

test('an agent that tells what its calls cost needs no price', async () => {
  const { repo, file } = configured('', asking(''));
  const { code, stdout } = await pawl(repo, ['run', file, '--budget', '2'], { PATH: `${claudeIn(repo)}:/usr/bin:/bin` });
  expect([code, stdout]).toEqual([0, expect.stringContaining('$0.50 of $2.00')]);
});

test('schema prints the one of pawl.yml too', async () => {
  const { stdout, code } = await pawl(repository(), ['schema', 'pawl.yml']);
  expect([code, JSON.parse(stdout).title]).toEqual([0, 'Pawl configuration']);
  expect((await pawl(repository(), ['schema', 'other'])).code).toBe(2);
});

test('a run of several agents is taken up again by the same ones', async () => {
  const { server, env } = await model();
  const workflow = `${asking('smart')}  - { id: wait, command: "test -e ../go || sleep 60" }\n  - { id: last, prompt: "the last", model: fast }\n`;
  const { repo, file } = configured('tiers:\n  fast: openai/small\n  smart: {runner: claude, model: large}\n', workflow);
  const both = { ...env, PATH: `${claudeIn(repo)}:${env.PATH}` };
  const child = startPawl(repo, ['run', file, '--json'], both);
  const over = endOf(child);
  await printed(child, (line) => line.includes('"command.requested"'));
  child.kill('SIGKILL');
  await over;
  writeFiles(dirname(repo), { go: '' });
  const { code, stdout } = await pawl(repo, ['resume', 'last'], both);
  expect([code, stdout]).toEqual([0, expect.stringContaining('$0.50 and 1 unpriced')]);
  expect(server.received.map(({ body }) => body.model)).toEqual(['small']);
});
