import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Task } from '../../core/tasks/task.ts';
import type { Tasks } from '../../ports/tasks.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { knownTask, type StandingTask } from './known-task.ts';
import { liveDelivery } from './live-delivery.ts';
import { hasEnded, isBusy } from './obstacles.ts';
import { changingTasks, orUnavailable } from './open-tasks.ts';
import { performOccurrence } from './perform-occurrence.ts';
import { writeTask } from './write-task.ts';

/** Nothing of it becomes due until it is enabled; what is at work goes on. */
export const pauseTask = (cwd: string, name: string): Promise<Result<StandingTask, Refusal>> =>
  changing(cwd, name, (task) => ({ ...task, enabled: false }));

/** It becomes due again from now on: what fell due while it was paused is not caught up. */
export const enableTask = (cwd: string, name: string): Promise<Result<StandingTask, Refusal>> =>
  changing(cwd, name, (task) => ({ ...task, enabled: true, decidedUntilMs: Math.max(task.decidedUntilMs, systemClock.nowMs()) }));

function changing(cwd: string, name: string, how: (task: Task) => Task): Promise<Result<StandingTask, Refusal>> {
  return changingTasks(cwd, async (tasks) => {
    const known = await knownTask(tasks, name);
    if (!known.ok) return known;
    const { task } = known.value;
    if (task.ended !== null) return fail(hasEnded(task));
    const written = await writeTask(tasks, { ...how(task), revision: task.revision + 1 });
    return written.ok ? knownTask(tasks, name) : written;
  });
}

const note = 'its task was cancelled by a person';

/**
 * Ends a task for good: what waits is over at once, what is at work is asked to end, and what nobody has in hand is ended here. Its history stays.
 * Gives it as it stands then.
 */
export function cancelTask(
  cwd: string,
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<StandingTask, Refusal>> {
  return changingTasks(cwd, async (tasks) => {
    const known = await knownTask(tasks, name);
    if (!known.ok) return known;
    const { task, open } = known.value;
    if (task.ended === 'cancelled') return fail(hasEnded(task));
    const next: Task = { ...task, ended: 'cancelled', revision: task.revision + 1 };
    const written = await writeTask(tasks, next, { cancel: open.map(({ run }) => ({ run, note })) });
    if (!written.ok) return written;
    await endUnowned(tasks, cwd, next, env);
    return knownTask(tasks, name);
  });
}

/** Those that have begun, and whose server is gone: nobody else would end them before the next one. */
async function endUnowned(tasks: Tasks, cwd: string, task: Task, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const now = await tasks.read();
  const open = now.ok ? now.value.open.filter((each) => each.task === task.id) : [];
  const performing = {
    cwd,
    env,
    tasks,
    clock: systemClock,
    deliver: liveDelivery,
    stopping: AbortSignal.abort(),
    watch: { onEvent: () => {}, onHindered: () => {} },
  };
  for (const { run } of open) {
    const free = await tasks.isFree(run);
    if (free.ok && free.value) await performOccurrence(performing, task, run);
  }
}

/** Removes a task with its history; its runs stay. Refused while one of its occurrences is at work. */
export function removeTask(cwd: string, name: string): Promise<Result<Task, Refusal>> {
  return changingTasks(cwd, async (tasks) => {
    const known = await knownTask(tasks, name);
    if (!known.ok) return known;
    const { task, open } = known.value;
    const begun = open.find(({ state }) => state !== 'waiting');
    if (begun !== undefined) return fail(isBusy(task, begun));
    const removed = orUnavailable(await tasks.remove(task.id));
    return removed.ok ? ok(task) : removed;
  });
}
