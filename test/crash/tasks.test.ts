import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTasks } from '../../src/adapters/store/sqlite/tasks.ts';
import { triggerTask } from '../../src/app/tasks/trigger-task.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { code, says, scriptFile } from '../act/acting.ts';
import { linesOf, pawl, repository, startPawl } from '../cli/pawl.ts';
import { chances } from './chances.ts';

const killsWanted = Number(process.env.CRASH_TASK_KILLS ?? 50);

const served = ['serve', '--json', '--no-webhooks'];

/** A process that is killed, and whether it was there to be. */
const killed = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    child.on('exit', (_, signal) => resolve(signal === 'SIGKILL'));
    if (!child.kill('SIGKILL')) resolve(false);
  });

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('two servers, killed at any instant: each occurrence has one run, which ends, and none is lost', async () => {
  const { seed, draw } = chances('tasks');
  const repo = repository();
  const script = scriptFile(dirname(repo), [code("await ctx.fs.write('seen.txt', String(await ctx.random()));\n1"), says('seen')]);
  await pawl(repo, ['task', 'add', 'triage', '--describe', 'look at it', '--event', 'opened', '--script', script]);
  await pawl(repo, ['task', 'add', 'tick', '--describe', 'look around', '--cron', '*/4 * * * * *', '--script', script]);
  // Who has said something last, and what is waited for.
  let [speaker, heard] = [0, (): void => {}];
  const started = (at: number): ChildProcess => {
    const server = startPawl(repo, served);
    server.stdout?.on('data', () => {
      speaker = at;
      heard();
    });
    return server;
  };
  const servers = [0, 1].map(started);
  onTestFinished(() => void servers.map((server) => server.kill('SIGKILL')));
  const events: string[] = [];
  let kills = 0;
  while (kills < killsWanted) {
    // There is always something to be at.
    for (const id of [`${kills}`, `${kills}`]) {
      const taken = await triggerTask(repo, 'triage', { id, payload: { kills } });
      if (taken.ok && taken.value.isNew) events.push(`event:${id}`);
    }
    await new Promise<void>((resolve) => {
      heard = resolve;
    });
    // Any instant behind that, of which nothing is known: the time is drawn, and nothing is waited for by it.
    await passed(draw() * 800);
    const at = draw() < 0.7 ? speaker : 1 - speaker;
    kills += (await killed(servers[at] as ChildProcess)) ? 1 : 0;
    servers[at] = started(at);
  }
  await pawl(repo, ['task', 'pause', 'tick']);
  await Promise.all(servers.map(killed));
  const last = await pawl(repo, ['serve', '--once', '--json', '--no-webhooks']);
  const about = `seed ${seed}: ${last.stderr}`;
  expect(last.code, about).toBe(0);

  const history = await Promise.all(
    ['triage', 'tick'].map(async (name) => linesOf((await pawl(repo, ['task', 'history', name, '--limit', '5000', '--json'])).stdout)),
  );
  const [triage, all] = [history[0] ?? [], history.flat()];
  expect(triage.map(({ key }) => key).sort(), about).toEqual(events.sort());
  expect(new Set(all.map(({ state }) => state)), about).toEqual(
    new Set(['succeeded', ...(all.some(({ state }) => state === 'skipped') ? ['skipped'] : [])]),
  );
  expect(
    triage.every(({ state }) => state === 'succeeded'),
    about,
  ).toBe(true);
  const ran = all.filter(({ state }) => state === 'succeeded').map(({ run }) => run);
  const runs = linesOf((await pawl(repo, ['runs', '--json'])).stdout);
  expect(runs.map(({ run }) => run).sort(), about).toEqual(ran.sort());
  expect(new Set(runs.map(({ status }) => status)), about).toEqual(new Set(['succeeded']));
  // What was under way at a kill was taken up, or nothing has been tried here.
  const shown = await Promise.all(ran.map(async (run) => linesOf((await pawl(repo, ['show', run, '--events', '--json'])).stdout)));
  expect(shown.flat().filter(({ type }) => type === 'resumed').length, about).toBeGreaterThan(killsWanted / 10);
  const tasks = okValue(await openTasks(join(repo, '.pawl'), { readOnly: true }));
  expect(okValue(await tasks.read()).open, about).toEqual([]);
  await tasks.close();
  expect(readdirSync(join(repo, '.pawl', 'tasks-claims')), about).toEqual([]);
}, 900_000);
