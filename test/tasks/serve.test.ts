import { expect, test } from 'vitest';
import type { Delivered } from '../../src/app/tasks/delivery.ts';
import { parseSchedule } from '../../src/core/schedule/parse-schedule.ts';
import type { ScheduleFields } from '../../src/core/schedule/schedule-fields.ts';
import type { Task } from '../../src/core/tasks/task.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { sampleOccurrence, sampleTask } from '../../src/testing/sample-tasks.ts';
import { done, Scene } from './serving.ts';

const at = (time: string): number => Date.parse(`2026-12-01T${time}Z`);

function scheduled(name: string, given: Partial<ScheduleFields>, nowMs: number, limits: Partial<Task['limits']> = {}, jitterMs = 0): Task {
  const schedule = okValue(parseSchedule({ zone: 'UTC', ...given }, nowMs));
  const task = sampleTask(name, { when: { kind: 'schedule', schedule, jitterMs }, decidedUntilMs: nowMs });
  return { ...task, limits: { ...task.limits, overlap: 'skip', ...limits } };
}

const starts = ({ begun }: Scene): string[] => begun.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 19));

test('a month is waited for in slices, and nothing is due before it is over: then once', async () => {
  const scene = new Scene(at('04:00:01'));
  await scene.put(scheduled('monthly', { cron: '0 4 1 * *' }, at('04:00:01')));
  const warnings: string[] = [];
  process.on('warning', ({ name }) => warnings.push(name));
  // A person's clock, hours at a time.
  await scene.serve(({ clock, begun }) => {
    const leftMs = Date.parse('2027-01-01T03:59:55Z') - clock.nowMs();
    if (leftMs > 0) clock.set(clock.nowMs() + Math.min(leftMs, 6 * 3_600_000));
    return begun.length > 0 && clock.nowMs() > Date.parse('2027-01-01T04:00:20Z');
  });
  expect(starts(scene)).toEqual(['2027-01-01T04:00:00']);
  expect([scene.clock.longestWaitMs <= 2 ** 31 - 1, warnings]).toEqual([true, []]);
});

test('a busy run lets ticks pass, each written down with its id, and says so', async () => {
  const scene = new Scene(at('09:58:00'));
  const task = scheduled('busy', { cron: '*/5 * * * *' }, at('09:58:00'));
  await scene.put(task);
  scene.deliver = async () => {
    const endsMs = scene.clock.nowMs() + 17 * 60_000;
    while (scene.clock.nowMs() < endsMs) await new Promise((resolve) => setImmediate(resolve));
    return done;
  };
  await scene.serve(({ begun, clock }) => begun.length === 2 && clock.nowMs() > at('10:20:30'));
  expect(starts(scene)).toEqual(['2026-12-01T10:00:00', '2026-12-01T10:20:00']);
  const [first] = scene.begun;
  const passed = (await scene.history(task)).filter(({ state }) => state === 'skipped');
  expect(passed.length).toBeGreaterThanOrEqual(3);
  for (const { note } of passed.slice(-3)) expect(note).toBe(`run ${first?.occurrence.run} was not over`);
  expect(scene.told).toContain(`created skipped busy: run ${first?.occurrence.run} was not over`);
});

test('a clock that is set back makes nothing due twice; one that sleeps for days makes up for it as the task says', async () => {
  const scene = new Scene(at('09:58:00'));
  const latest = scheduled('latest', { cron: '0 * * * *' }, at('09:58:00'));
  const all = scheduled('all', { cron: '30 10 * * *' }, at('09:58:00'), { catchUp: 'all', overlap: 'queue' });
  await scene.put(latest);
  await scene.put(all);
  let step = 0;
  await scene.serve(({ clock }) => {
    if (step === 0 && clock.nowMs() > at('10:00:30')) {
      clock.set(at('09:30:00'));
      step = 1;
    }
    if (step === 1 && clock.nowMs() > at('10:01:00')) {
      clock.set(at('09:40:00') + 3 * 86_400_000);
      step = 2;
    }
    return step === 2 && clock.nowMs() > at('09:41:00') + 3 * 86_400_000;
  });
  const keys = scene.begun.map(({ occurrence }) => occurrence.key);
  expect(new Set(keys).size).toBe(keys.length);
  expect((await scene.history(latest)).map(({ state }) => state)).toEqual(['succeeded', 'skipped', 'succeeded']);
  expect((await scene.history(all)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
});

test('forty hourly tasks with jitter begin each at a time of its own, and a server that begins anew in between changes nothing', async () => {
  const scene = new Scene(at('09:59:00'));
  const tasks = Array.from({ length: 40 }, (_, number) => scheduled(`task ${number}`, { cron: '0 * * * *' }, at('09:59:00'), {}, 300_000));
  for (const task of tasks) await scene.put(task);
  for (const until of ['10:02:00', '10:02:30', '10:06:00']) await scene.serve(({ clock }) => clock.nowMs() > at(until));
  expect(scene.begun.length).toBe(40);
  expect(new Set(scene.begun.map(({ occurrence }) => occurrence.key))).toEqual(new Set([`due:${at('10:00:00')}`]));
  expect(scene.begun.every(({ atMs }) => atMs >= at('10:00:00') && atMs < at('10:05:01'))).toBe(true);
  expect(new Set(starts(scene)).size).toBeGreaterThan(20);
});

test('two servers at once run each occurrence once', async () => {
  const one = new Scene(at('10:00:00'));
  const other = new Scene(at('10:00:00'), one.tasks, one.clock);
  await one.put(scheduled('tick', { cron: '*/10 * * * * *' }, at('10:00:00'), { overlap: 'queue' }));
  await Promise.all([one, other].map((scene) => scene.serve(({ clock }) => clock.nowMs() > at('10:05:00'))));
  const keys = [...one.begun, ...other.begun].map(({ occurrence }) => occurrence.key);
  expect([keys.length >= 30, new Set(keys).size === keys.length]).toEqual([true, true]);
});

test('what waits for a person holds nobody else up, and what cannot begin yet is tried again and said once', async () => {
  const scene = new Scene(at('10:00:00'));
  const [asks, waits] = [sampleTask('asks'), sampleTask('waits')];
  for (const task of [asks, waits])
    okValue(await scene.tasks.apply({ task, create: [sampleOccurrence('event:1')], cancel: [], atMs: at('10:00:00') }));
  const answers: Delivered[] = [{ kind: 'hindered', why: 'busy' }, { kind: 'hindered', why: 'busy' }, done];
  scene.deliver = async ({ task }) => (task.name === 'asks' ? { kind: 'asking', question: 'may I?' } : (answers.shift() as Delivered));
  await scene.serve(({ told }) => told.includes('succeeded waits'));
  expect(scene.told).toEqual(['asking asks: may I?', 'hindered waits: busy', 'succeeded waits']);
  expect(scene.begun.length).toBe(4);
});

test('what is refused has failed, with why; a task that is cancelled ends its run', async () => {
  const scene = new Scene(at('10:00:00'));
  const [refused, cancelled] = [sampleTask('refused'), sampleTask('slow')];
  for (const task of [refused, cancelled])
    okValue(await scene.tasks.apply({ task, create: [sampleOccurrence('event:1')], cancel: [], atMs: at('10:00:00') }));
  scene.deliver = async ({ task, occurrence, signal }) => {
    if (task.name === 'refused') return { kind: 'refused', why: 'no model' };
    const cancel = [{ run: occurrence.run, note: 'no more' }];
    okValue(await scene.tasks.apply({ task: { ...cancelled, ended: 'cancelled', revision: 2 }, create: [], cancel, atMs: 1 }));
    while (!signal.aborted) await new Promise((resolve) => setImmediate(resolve));
    return { ...done, status: 'cancelled', note: 'no more' };
  };
  await scene.serve(({ told }) => told.length === 2);
  expect(scene.told).toEqual(['failed refused: no model', 'cancelled slow: no more']);
});

test('told to stop, it begins nothing new, and leaves what could not begin to the next server', async () => {
  const scene = new Scene(at('10:00:00'));
  const task = sampleTask('waits');
  const create = [sampleOccurrence('event:1'), sampleOccurrence('event:2')];
  okValue(await scene.tasks.apply({ task, create, cancel: [], atMs: at('10:00:00') }));
  scene.deliver = async () => ({ kind: 'hindered', why: 'busy' });
  await scene.serve(({ told }) => told.length > 0);
  expect((await scene.history(task)).map(({ state }) => state)).toEqual(['waiting', 'running']);
  scene.deliver = async () => done;
  await scene.serve(() => false, true);
  expect((await scene.history(task)).map(({ state, epoch }) => [state, epoch])).toEqual([
    ['succeeded', 1],
    ['succeeded', 2],
  ]);
});

test('a run whose id another run has gets another one', async () => {
  const scene = new Scene(at('10:00:00'));
  const task = sampleTask('taken');
  okValue(await scene.tasks.apply({ task, create: [sampleOccurrence('event:1')], cancel: [], atMs: at('10:00:00') }));
  const runs: string[] = [];
  scene.deliver = async ({ occurrence }) => {
    runs.push(occurrence.run);
    return runs.length === 1 ? { kind: 'taken' } : done;
  };
  await scene.serve(({ told }) => told.length > 0);
  expect([scene.told, new Set(runs).size]).toEqual([['succeeded taken'], 2]);
});

test('a task whose last time is over has ended, and says so', async () => {
  const scene = new Scene(at('10:00:00'));
  await scene.put(scheduled('once', { start: '2026-12-01T10:00:05' }, at('10:00:00')));
  await scene.serve(({ told }) => told.includes('ended completed once'));
  expect(scene.told).toEqual(['created waiting once', 'succeeded once', 'ended completed once']);
});
