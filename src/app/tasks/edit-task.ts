import { resolve } from 'node:path';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { limitsOf, type PlannedWhen, saysWhen, whenOf, wholeTask } from '../../core/tasks/parse-task.ts';
import type { Task, TaskWhen } from '../../core/tasks/task.ts';
import type { TaskFault } from '../../core/tasks/task-fields.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { type AddedTask, type NewTask, withToken, zoneHere } from './add-task.ts';
import { offlineObstacle, taskEntrypoint } from './entrypoint-fitness.ts';
import { knownTask } from './known-task.ts';
import { hasEnded } from './obstacles.ts';
import { changingTasks } from './open-tasks.ts';
import { invalid, writeTask } from './write-task.ts';

/** What is to be other than it is; absent = as it is. `entrypoint` 'none' = no function any more. */
export type TaskEdit = Partial<NewTask>;

/**
 * Changes a task. A new schedule replaces the old one whole, and holds from now on; a webhook that is asked for again gets a new token. What is open
 * goes on as it was begun.
 */
export function editTask(cwd: string, name: string, edit: TaskEdit): Promise<Result<AddedTask, Refusal>> {
  return changingTasks(cwd, async (tasks) => {
    const known = await knownTask(tasks, name);
    if (!known.ok) return known;
    const { task } = known.value;
    if (task.ended === 'cancelled') return fail(hasEnded(task));
    const script = edit.script === undefined ? {} : { script: resolve(cwd, edit.script) };
    const planned = edited(task, { ...edit, ...script }, systemClock.nowMs());
    if (!planned.ok) return fail(invalid(planned.failure));
    const offline = offlineObstacle(planned.value.task);
    if (offline !== null) return fail(offline);
    const { entrypoint: function_ } = edit;
    const entrypoint =
      function_ === undefined ? ok(task.entrypoint) : function_ === 'none' ? ok(null) : await taskEntrypoint(cwd, function_);
    if (!entrypoint.ok) return entrypoint;
    const next = { ...planned.value.task, entrypoint: entrypoint.value, revision: task.revision + 1 };
    const written = await writeTask(tasks, next);
    return written.ok ? ok({ task: next, token: planned.value.token }) : written;
  });
}

function edited(task: Task, edit: TaskEdit, nowMs: number): Result<AddedTask, readonly TaskFault[]> {
  const { name = task.name, description = task.description } = edit;
  const whole = wholeTask({ name, description }, newWhen(task, edit, nowMs), limitsOf(edit, task.limits));
  if (!whole.ok) return whole;
  const { when, ...parts } = whole.value;
  const { model = task.agent.model, script = task.agent.script, sandbox } = edit;
  const weakSandbox = sandbox === undefined ? task.agent.weakSandbox : sandbox === 'weak';
  const agent = { model, script, weakSandbox };
  const next = { ...task, ...parts, agent, delivery: edit.delivery ?? task.delivery };
  if (when === null) return ok({ task: next, token: null });
  const { when: made, token } = withToken(when);
  // What the old schedule left undecided is not caught up by the new one; what is decided stays so, also where the clock was set back.
  return ok({ task: { ...next, when: made, ended: null, decidedUntilMs: Math.max(task.decidedUntilMs, nowMs) }, token });
}

/** null = as it was. */
function newWhen({ when }: Task, edit: TaskEdit, nowMs: number): Result<PlannedWhen | null, readonly TaskFault[]> {
  const { zone, jitter, webhook, event } = edit;
  if (saysWhen(edit) || webhook === true || event !== undefined) return whenOf({ ...edit, zone: zone ?? zoneOf(when) }, nowMs);
  if (zone !== undefined)
    return fail([{ field: 'zone', message: 'a zone alone is no schedule', hint: 'say the schedule again with it: --cron or --every' }]);
  if (jitter === undefined) return ok(null);
  return fail([{ field: 'jitter', message: 'a jitter alone is no schedule', hint: 'say the schedule again with it: --cron or --every' }]);
}

const zoneOf = (when: TaskWhen): string => (when.kind === 'schedule' ? when.schedule.zone : zoneHere());
