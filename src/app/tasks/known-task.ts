import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Occurrence } from '../../core/tasks/occurrence.ts';
import { stateOf, type Task, type TaskState } from '../../core/tasks/task.ts';
import type { Tasks, TasksNow } from '../../ports/tasks.ts';
import { orUnavailable } from './open-tasks.ts';

/** A task as it stands, with its occurrences that are open, oldest first, and the newest that is over. */
export interface StandingTask {
  readonly task: Task;
  readonly state: TaskState;
  readonly open: readonly Occurrence[];
  readonly last: Occurrence | null;
}

export function standing(task: Task, { open, over }: Pick<TasksNow, 'open' | 'over'>): StandingTask {
  const own = open.filter((each) => each.task === task.id);
  const isActive = own.some(({ state }) => state !== 'waiting');
  return { task, state: stateOf(task, isActive), open: own, last: over.find((each) => each.task === task.id) ?? null };
}

/** The task of a name, or why there is none. */
export async function knownTask(tasks: Tasks, name: string): Promise<Result<StandingTask, Refusal>> {
  const now = orUnavailable(await tasks.read());
  if (!now.ok) return now;
  const found = now.value.tasks.find((task) => task.name === name.trim());
  if (found !== undefined) return ok(standing(found, now.value));
  const known = now.value.tasks.slice(0, 5).map((task) => task.name);
  return fail({
    code: 'task/unknown-name',
    message: `there is no task "${name}" here`,
    hint: known.length > 0 ? `there are ${known.join(', ')}; pawl task list  shows all` : 'pawl task add --help  says how one is made',
  });
}
