import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTasks } from '../../src/adapters/store/sqlite/tasks.ts';
import { actAs } from '../../src/app/act/act.ts';
import type { Delivered } from '../../src/app/tasks/delivery.ts';
import { liveDelivery } from '../../src/app/tasks/live-delivery.ts';
import { runOf } from '../../src/core/tasks/occurrence.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { sampleOccurrence, sampleTask } from '../../src/testing/sample-tasks.ts';
import { scriptFile } from '../act/acting.ts';
import { cleanEnv, linesOf, pawl, repository } from '../cli/pawl.ts';
import { Scene } from './serving.ts';

/** A scene whose occurrences are delivered for real, with a task that has one event. */
async function real() {
  const repo = repository();
  const env = cleanEnv(dirname(repo));
  const script = scriptFile(dirname(repo), [{ text: 'all is well' }]);
  const tasks = okValue(await openTasks(join(repo, '.pawl')));
  onTestFinished(() => tasks.close());
  const scene = new Scene(Date.now(), tasks);
  scene.deliver = (work) => liveDelivery({ ...work, cwd: repo, env });
  const task = sampleTask('triage', { agent: { model: null, script, weakSandbox: false } });
  okValue(await tasks.apply({ task, create: [sampleOccurrence('event:1')], cancel: [], atMs: 1 }));
  return { repo, env, script, scene, task };
}

const runs = async (repo: string): Promise<string[]> => linesOf((await pawl(repo, ['runs', '--json'])).stdout).map(({ run }) => run);

test('an id that another run has is left to that, and the occurrence has the next', async () => {
  const { repo, env, script, scene, task } = await real();
  const [first, next] = [0, 1].map((attempt) => runOf(task.id, 'event:1', attempt)) as [string, string];
  await actAs({ run: first, occurrence: { task: 'another', key: 'event:1' } }, 'look', { cwd: repo, env, script }).result();
  await scene.serve(({ told }) => told.includes('succeeded triage'));
  expect((await runs(repo)).sort()).toEqual([first, next].sort());
  expect((await scene.history(task)).map(({ run, state }) => [run, state])).toEqual([[next, 'succeeded']]);
});

test('a run that ended before that was written down is not begun again', async () => {
  const { repo, scene, task } = await real();
  const deliver = scene.deliver;
  // As a server that dies between the two.
  scene.deliver = async (work): Promise<Delivered> => {
    await deliver(work);
    return { kind: 'hindered', why: 'its server is gone' };
  };
  await scene.serve(({ told }) => told.length > 1);
  expect((await scene.history(task))[0]?.state).toBe('running');
  scene.deliver = deliver;
  await scene.serve(({ told }) => told.includes('succeeded triage'));
  expect((await runs(repo)).length).toBe(1);
});

test('one that is to end before it has begun has no run', async () => {
  const { repo, scene, task } = await real();
  const [occurrence] = await scene.history(task);
  const claim = okValue(await scene.tasks.claim(occurrence?.run ?? '', { run: '', pid: process.pid, host: '' }, 1));
  await claim?.release();
  const cancel = [{ run: occurrence?.run ?? '', note: 'no more' }];
  okValue(await scene.tasks.apply({ task: { ...task, revision: 2 }, create: [], cancel, atMs: 2 }));
  await scene.serve(({ told }) => told.length > 0);
  expect([scene.told, await runs(repo)]).toEqual([['cancelled triage: no more'], []]);
});
