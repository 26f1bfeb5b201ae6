import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Occurrence } from '../../core/tasks/occurrence.ts';
import type { Task } from '../../core/tasks/task.ts';
import type { TaskFault } from '../../core/tasks/task-fields.ts';
import type { TaskChange, Tasks } from '../../ports/tasks.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { orUnavailable } from './open-tasks.ts';

type What = Partial<Pick<TaskChange, 'create' | 'cancel'>>;

/** Writes a task as it is to be, based on what was read of it; refused with what stands in its way. Gives what was created. */
export async function writeTask(
  tasks: Tasks,
  task: Task,
  { create = [], cancel = [] }: What = {},
): Promise<Result<readonly Occurrence[], Refusal>> {
  const applied = orUnavailable(await tasks.apply({ task, create, cancel, atMs: systemClock.nowMs() }));
  if (!applied.ok) return applied;
  if (applied.value.applied) return ok(applied.value.created);
  switch (applied.value.why) {
    case 'name':
      return fail({
        code: 'task/name-taken',
        message: `there is a task "${task.name}" already`,
        hint: 'pawl task list  shows all; take another name',
      });
    case 'description':
      return fail({
        code: 'task/description-taken',
        message: 'another task is described in the very same words',
        hint: 'pawl task list  shows all; edit that one, or say what is different about this one',
      });
    case 'moved':
      return fail({
        code: 'task/changed-meanwhile',
        message: `the task "${task.name}" was changed by somebody else just now`,
        hint: 'try again',
      });
  }
}

/** All that is wrong with the fields of a task, each with its place. */
export function invalid(faults: readonly TaskFault[]): Refusal {
  const [first, ...more] = faults as [TaskFault, ...TaskFault[]];
  const placed = ({ field, message }: TaskFault): string => (field === 'when' ? message : `--${field}: ${message}`);
  if (more.length === 0) return { code: 'task/invalid', message: placed(first), hint: first.hint };
  return {
    code: 'task/invalid',
    message: faults.map((each) => `${placed(each)}\n    ${each.hint}`).join('\n  '),
    hint: 'pawl task add --help',
  };
}
