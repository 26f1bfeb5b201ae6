import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { nextTimes } from '../../core/schedule/next-time.ts';
import type { Occurrence } from '../../core/tasks/occurrence.ts';
import type { Task } from '../../core/tasks/task.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { knownTask, type StandingTask, standing } from './known-task.ts';
import { orUnavailable, readingTasks } from './open-tasks.ts';

export type TaskOccurrence = Occurrence;
export type ShownTask = Task;

/** All tasks of the project around `cwd`, by name. */
export const listTasks = (cwd: string): Promise<Result<readonly StandingTask[], Refusal>> =>
  readingTasks(cwd, async (tasks) => {
    const now = orUnavailable(await tasks.read());
    return now.ok ? ok(now.value.tasks.map((task) => standing(task, now.value))) : now;
  });

export const showTask = (cwd: string, name: string): Promise<Result<StandingTask, Refusal>> =>
  readingTasks(cwd, (tasks) => knownTask(tasks, name));

/** Its occurrences, newest first, at most so many. */
export const taskHistory = (cwd: string, name: string, most: number): Promise<Result<readonly Occurrence[], Refusal>> =>
  readingTasks(cwd, async (tasks) => {
    const known = await knownTask(tasks, name);
    return known.ok ? orUnavailable(await tasks.history(known.value.task.id, most)) : known;
  });

/** The instants at which it is due next, at most so many; none for a task that is not due by itself. */
export function nextDue({ when, enabled, ended, decidedUntilMs }: Task, most: number): readonly number[] {
  if (when.kind !== 'schedule' || !enabled || ended !== null) return [];
  return nextTimes(when.schedule, Math.max(decidedUntilMs, systemClock.nowMs()), most);
}

/** The runs of all occurrences that are open. */
export const openRuns = (cwd: string): Promise<Result<ReadonlySet<string>, Refusal>> =>
  readingTasks(cwd, async (tasks) => {
    const now = orUnavailable(await tasks.read());
    return now.ok ? ok(new Set(now.value.open.map(({ run }) => run))) : now;
  });
