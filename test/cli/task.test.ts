import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { code, scriptFile } from '../act/acting.ts';
import { scratchFolder } from '../scratch.ts';
import { type Ended, endOf, git, linesOf, pawl, printed, repository, startPawl } from './pawl.ts';

const task = (cwd: string, ...argv: string[]): Promise<Ended> => pawl(cwd, ['task', ...argv]);

/** What it prints on stdout, where it is well. */
async function said(cwd: string, ...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await task(cwd, ...argv);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** A repository, and the script of a model that answers so often. */
function scene(answers = 3): { readonly repo: string; readonly script: string } {
  const repo = repository();
  return {
    repo,
    script: scriptFile(
      dirname(repo),
      Array.from({ length: answers }, () => ({ text: 'all is well' })),
    ),
  };
}

/** A server with its lines as JSON; ended when the test is over. */
function server(repo: string, ...argv: string[]) {
  const child = startPawl(repo, ['serve', '--json', '--port', '0', ...argv]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('a task is made, shown, run by hand, and its history told', async () => {
  const { repo, script } = scene();
  const made = await said(
    repo,
    'add',
    'nightly',
    '--describe',
    'sum up',
    '--cron',
    '0 22 1,15 * fri',
    '--zone',
    'Asia/Tokyo',
    '--script',
    script,
  );
  expect(made).toContain('✓ task nightly: cron 0 22 1,15 * fri (Asia/Tokyo)\n');
  expect(made.match(/22:00:00 in Asia\/Tokyo/g)?.length).toBe(5);
  expect(made).toContain('it is due on days that fit EITHER of its two day fields');
  expect(await said(repo, 'list')).toMatch(/^ {2}nightly {2}\S+ \d\d:\d\d {2}scheduled/);
  const ran = await task(repo, 'run', 'nightly');
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('all is well')]);
  const [occurrence] = linesOf(await said(repo, 'history', 'nightly', '--json'));
  expect(occurrence).toMatchObject({ type: 'task.occurrence', state: 'succeeded', cause: { kind: 'by_hand' } });
  const runs = linesOf((await pawl(repo, ['runs', '--json'])).stdout);
  expect(runs.map(({ run, status }) => [run, status])).toEqual([[occurrence.run, 'succeeded']]);
  expect(await said(repo, 'show', 'nightly')).toContain('succeeded  by hand');
  expect(git(repo, 'status', '--short')).toBe('');
});

test('what is due is run by a server, once, in a run of its own, with what came with the event', async () => {
  const { repo, script } = scene();
  await said(repo, 'add', 'triage', '--describe', 'sort it', '--event', 'opened', '--script', script);
  const taken = JSON.parse(await said(repo, 'trigger', 'triage', '--event-id', 'issue-1', '--payload', '{"issue": 1}', '--json'));
  expect([taken.state, taken.isNew]).toEqual(['waiting', true]);
  const served = await pawl(repo, ['serve', '--once', '--json', '--no-webhooks']);
  const lines = linesOf(served.stdout);
  expect(served.code).toBe(0);
  const started = lines.find(({ type }) => type === 'act.started');
  expect([started.run, started.request.text]).toEqual([
    taken.run,
    expect.stringMatching(/^sort it\n\nThis came with.*\n\n\{\n {2}"issue": 1\n\}$/s),
  ]);
  expect(started.settings.occurrence).toEqual({ task: taken.task, key: 'event:issue-1' });
  expect(JSON.parse(await said(repo, 'trigger', 'triage', '--event-id', 'issue-1', '--json'))).toMatchObject({
    state: 'succeeded',
    isNew: false,
  });
  expect((await pawl(repo, ['serve', '--once', '--json', '--no-webhooks'])).stdout).toBe('');
  expect(linesOf((await pawl(repo, ['runs', '--json'])).stdout).length).toBe(1);
});

test('a server runs what falls due, takes calls of webhooks, sees what is added, and ends cleanly', async () => {
  const { repo, script } = scene();
  const child = server(repo);
  const over = endOf(child);
  const { port } = JSON.parse(await printed(child, (line) => line.includes('"what":"listening"')));
  const hook = JSON.parse(await said(repo, 'add', 'deploy it', '--describe', 'check it', '--webhook', '--script', script, '--json'));
  const ended = printed(child, (line) => line.includes('"name":"deploy it"') && line.includes('"state":"succeeded"'));
  const answer = await fetch(`http://127.0.0.1:${port}${hook.when.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hook.token}`, 'idempotency-key': 'one' },
    body: '{"version": 2}',
  });
  expect([answer.status, ((await answer.json()) as { isNew: boolean }).isNew]).toEqual([202, true]);
  expect(JSON.parse(await ended).key).toBe('event:one');
  const due = printed(child, (line) => line.includes('"name":"tick"') && line.includes('"state":"succeeded"'));
  await said(repo, 'add', 'tick', '--describe', 'look', '--cron', '* * * * * *', '--count', '1', '--script', script);
  expect(JSON.parse(await due).cause.kind).toBe('due');
  await printed(child, (line) => line.includes('"what":"ended"'));
  child.kill('SIGTERM');
  expect((await over).code).toBe(0);
  expect(JSON.parse(await said(repo, 'show', 'tick', '--json')).state).toBe('completed');
  // The token stands nowhere.
  expect(await said(repo, 'show', 'deploy it', '--json')).not.toContain(hook.token);
});

test('what an agent is still at when the server is told to stop twice is taken up by the next one, in the same run', async () => {
  const repo = repository();
  const silent = scriptFile(dirname(repo), [{ silent: true }, { text: 'all is well' }]);
  await said(repo, 'add', 'slow', '--describe', 'take long', '--event', 'e', '--script', silent);
  const { run } = JSON.parse(await said(repo, 'trigger', 'slow', '--json'));
  const child = server(repo);
  const over = endOf(child);
  await printed(child, (line) => line.includes('turn.requested'));
  const busy = await task(repo, 'run', 'slow');
  expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining(`run ${run} of "slow" is not over`)]);
  child.kill('SIGTERM');
  child.kill('SIGINT');
  await over;
  // Whatever its age, it is not over for its task.
  await pawl(repo, ['gc', '--older-than', '1ms', '--interrupted']);
  // The script goes on where it was: its first turn has been used up by nobody.
  await said(repo, 'edit', 'slow', '--script', scriptFile(dirname(repo), [{ text: 'all is well' }]));
  const served = linesOf((await pawl(repo, ['serve', '--once', '--json', '--no-webhooks'])).stdout);
  expect(served.filter(({ type }) => type === 'resumed' || type === 'act.finished').map(({ run: of, type }) => [of, type])).toEqual([
    [run, 'resumed'],
    [run, 'act.finished'],
  ]);
  const history = linesOf(await said(repo, 'history', 'slow', '--json'));
  expect(history.map(({ run: of, state }) => [of, state])).toEqual([[run, 'succeeded']]);
});

test('a write that a killed server left in doubt waits for a person, holds no other task up, and ends with their word', async () => {
  const repo = repository();
  const [hangs, well] = ['hangs', 'well'].map((name) => join(dirname(repo), name)) as [string, string];
  for (const folder of [hangs, well]) mkdirSync(folder);
  const inDoubt = scriptFile(hangs, [code("await ctx.sh('echo begun; sleep 60')"), { text: 'all is well' }]);
  await said(repo, 'add', 'hangs', '--describe', 'write it', '--event', 'e', '--script', inDoubt);
  await said(repo, 'add', 'other', '--describe', 'look', '--event', 'e', '--script', scriptFile(well, [{ text: 'all is well' }]));
  const { run } = JSON.parse(await said(repo, 'trigger', 'hangs', '--json'));
  const child = server(repo);
  await printed(child, (line) => line.includes('"effect.requested"'));
  const over = endOf(child);
  child.kill('SIGKILL');
  await over;
  await said(repo, 'trigger', 'other');
  expect((await pawl(repo, ['serve', '--once', '--no-webhooks'])).stdout).toContain(`${run}  waits for you (pawl approve)`);
  const states = async (name: string) => linesOf(await said(repo, 'history', name, '--json')).map(({ state }) => state);
  expect([await states('hangs'), await states('other')]).toEqual([['asking'], ['succeeded']]);
  expect((await task(repo, 'run', 'hangs')).stderr).toContain(`pawl approve ${run}`);
  expect((await pawl(repo, ['approve', run])).code).toBe(0);
  await pawl(repo, ['serve', '--once', '--no-webhooks']);
  expect(await states('hangs')).toEqual(['succeeded']);
  expect(linesOf((await pawl(repo, ['runs', '--json'])).stdout).length).toBe(2);
});

test('paused, nothing is due or taken; enabled, it is again; cancelled, it is over for good, with what it was at', async () => {
  const repo = repository();
  const silent = scriptFile(dirname(repo), [{ silent: true }]);
  await said(repo, 'add', 'triage', '--describe', 'sort it', '--event', 'opened', '--script', silent);
  expect(await said(repo, 'pause', 'triage')).toContain('triage  paused (pawl task enable)');
  const refused = await task(repo, 'trigger', 'triage', '--json');
  expect([refused.code, JSON.parse(refused.stderr).code]).toEqual([1, 'task/paused']);
  expect(await said(repo, 'enable', 'triage')).toContain('triage  triggerable');
  await said(repo, 'trigger', 'triage');
  const child = server(repo);
  const over = endOf(child);
  await printed(child, (line) => line.includes('turn.requested'));
  const ended = printed(child, (line) => line.includes('"state":"cancelled"'));
  expect((await task(repo, 'remove', 'triage')).code).toBe(1);
  await said(repo, 'cancel', 'triage');
  expect(JSON.parse(await ended).name).toBe('triage');
  child.kill('SIGTERM');
  expect((await over).code).toBe(0);
  expect(linesOf((await pawl(repo, ['runs', '--json'])).stdout)[0].status).toBe('cancelled');
  expect((await task(repo, 'trigger', 'triage')).stderr).toContain('has ended and takes no events');
  for (const argv of [
    ['enable', 'triage'],
    ['cancel', 'triage'],
    ['run', 'triage'],
    ['edit', 'triage', '--budget', '1'],
  ])
    expect((await task(repo, ...argv)).stderr).toContain('for good');
  expect(await said(repo, 'remove', 'triage')).toContain('task triage is gone');
  expect(await said(repo, 'list')).toContain('No task here.');
});

test('a task is edited whole or not at all, and a new token makes the old one void', async () => {
  const repo = repository();
  const old = JSON.parse(await said(repo, 'add', 'deploy', '--describe', 'check it', '--webhook', '--json'));
  const edited = JSON.parse(
    await said(repo, 'edit', 'deploy', '--webhook', '--rename', 'check', '--budget', '0.5', '--overlap', 'skip', '--json'),
  );
  expect([edited.name, edited.limits.budgetUsd, edited.limits.overlap, edited.token !== old.token]).toEqual(['check', 0.5, 'skip', true]);
  const scheduled = JSON.parse(await said(repo, 'edit', 'check', '--every', 'day', '--at', '09:00', '--zone', 'Asia/Tokyo', '--json'));
  expect([scheduled.state, scheduled.when.text, scheduled.nextDue[0].slice(11)]).toEqual([
    'scheduled',
    'every day at 09:00 (Asia/Tokyo)',
    '00:00:00.000Z',
  ]);
  for (const argv of [
    ['--zone', 'Europe/Berlin'],
    ['--jitter', '5m'],
    ['--budget', '-1', '--every', 'never'],
  ])
    expect((await task(repo, 'edit', 'check', ...argv)).code).toBe(2);
  expect(JSON.parse(await said(repo, 'show', 'check', '--json'))).toEqual({ ...scheduled });
});

test('bad input is refused with what is wrong, where, and what to do', async () => {
  const repo = repository();
  await said(repo, 'add', 'nightly', '--describe', 'sum up', '--every', 'day');
  const refused = async (...argv: string[]): Promise<string> => {
    const { code, stdout, stderr } = await task(repo, ...argv);
    expect([code, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect(await refused('add', 'x', '--describe', 'y', '--cron', '0 0 30 2 *')).toContain('--cron: it is never due');
  expect(await refused('add', 'x', '--describe', 'y', '--cron', '0 0 * * *', '--webhook')).toContain(
    'a task has a schedule or one trigger',
  );
  expect(await refused('add', 'x', '--describe', 'y', '--every', 'day', '--start', '2030-01-02', '--until', '2030-01-01')).toContain(
    'ends (2030-01-01) before it starts',
  );
  expect(await refused('add', 'nightly', '--describe', 'z', '--every', 'day')).toContain('there is a task "nightly" already');
  expect(await refused('add', 'x', '--describe', 'sum up', '--every', 'day')).toContain('the very same words');
  expect(await refused('add', 'x', '--describe', 'y', '--every', 'day', '--entrypoint', 'none')).toContain(
    'the library has no function "none"',
  );
  expect(await refused('add', 'x', '--describe', 'y', '--every', 'day', '--delivery', 'offline')).toContain('valid certificate');
  const several = await refused('add', 'a/b', '--every', '0m');
  for (const each of ['--name: "a/b"', '--describe: nothing says', '--every: an interval']) expect(several).toContain(each);
  expect(await refused('show', 'nigthly')).toContain('there are nightly');
  expect(await refused('trigger', 'nightly')).toContain('has a schedule and no trigger');
  expect(await refused('history', 'nightly', '--limit', 'x')).toContain('whole number');
  expect((await pawl(repo, ['serve', '--port', 'x'])).code).toBe(2);
});

test('an archived function is no entrypoint', async () => {
  const repo = repository({
    'countAll.ts':
      '/** Counts. */\nexport default async function countAll(input: { n: number }, ctx): Promise<number> {\n  return input.n;\n}\n',
  });
  await pawl(repo, ['library', 'add', 'countAll.ts']);
  const made = JSON.parse(await said(repo, 'add', 'count', '--describe', 'count', '--every', 'day', '--entrypoint', 'countAll', '--json'));
  expect(made.entrypoint).toBe('countAll');
  await pawl(repo, ['library', 'edit', 'countAll', '--archive']);
  expect((await task(repo, 'edit', 'count', '--entrypoint', 'countAll')).stderr).toContain('is archived');
  expect(JSON.parse(await said(repo, 'edit', 'count', '--entrypoint', 'none', '--json')).entrypoint).toBe(null);
});

test('an occurrence that cannot begin has failed with why, and a server goes on', async () => {
  const repo = repository();
  await said(repo, 'add', 'nobody', '--describe', 'do it', '--event', 'e', '--model', 'anthropic/some-model');
  const ran = await task(repo, 'run', 'nobody', '--json');
  expect([ran.code, linesOf(ran.stdout).at(-1)]).toMatchObject([1, { state: 'failed', note: expect.stringContaining('there is no key') }]);
});

test('gc keeps the run of an occurrence that nobody has heard the end of; backup and doctor know tasks', async () => {
  const { repo, script } = scene();
  await said(repo, 'add', 'nightly', '--describe', 'sum up', '--event', 'e', '--script', script);
  await task(repo, 'run', 'nightly');
  expect((await pawl(repo, ['doctor'])).stdout).toContain('tasks        1 tasks, due 1 times so far');
  const copy = join(dirname(repo), 'copy');
  expect((await pawl(repo, ['backup', copy])).code).toBe(0);
  expect(existsSync(join(copy, 'tasks.db'))).toBe(true);
  expect((await pawl(repo, ['gc', '--older-than', '1ms', '--json'])).stdout).toContain('"runs"');
  expect(linesOf(await said(repo, 'history', 'nightly', '--json')).length).toBe(1);
  const file = join(repo, '.pawl', 'tasks.db');
  const bytes = readFileSync(file);
  const at = bytes.indexOf('sum up');
  for (let next = at; next >= 0; next = bytes.indexOf('sum up', next + 1)) bytes[next] = (bytes[next] as number) ^ 1;
  writeFileSync(file, bytes);
  expect((await pawl(repo, ['doctor'])).stdout).toContain(`${file} is damaged`);
  const refused = await task(repo, 'list', '--json');
  expect([at > 0, refused.code, JSON.parse(refused.stderr).code]).toEqual([true, 1, 'task/damaged']);
  expect((await pawl(repo, ['gc', '--older-than', '1ms'])).code).toBe(1);
});

test('help names every command; reading where there is no task leaves no trace', async () => {
  const folder = scratchFolder();
  const { stdout } = await pawl(folder, ['task', '--help']);
  for (const verb of ['add', 'list', 'show', 'run', 'trigger', 'pause', 'enable', 'edit', 'history', 'cancel', 'remove'])
    expect(stdout).toMatch(new RegExp(`^  ${verb} `, 'm'));
  expect(await said(folder, 'list')).toContain('No task here.');
  expect((await task(folder, 'show', 'x')).code).toBe(2);
  expect(existsSync(join(folder, '.pawl'))).toBe(false);
});
