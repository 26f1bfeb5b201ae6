import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { decideTrigger, type TriggerObstacle } from '../../core/tasks/decide-trigger.ts';
import { keyOf, type Occurrence } from '../../core/tasks/occurrence.ts';
import { mostWaiting } from '../../core/tasks/overlap.ts';
import type { Payload, Task } from '../../core/tasks/task.ts';
import type { Tasks } from '../../ports/tasks.ts';
import { newRunId } from '../surroundings/run-id.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { knownTask } from './known-task.ts';
import { changingTasks, orUnavailable } from './open-tasks.ts';

export interface TriggerEvent {
  /** Tells one event from another: a second one of the same id begins nothing. null = it is one of its own. */
  readonly id: string | null;
  readonly payload: Payload;
}

/** `isNew`: false where the event has been taken before. */
export interface Triggered {
  readonly occurrence: Occurrence;
  readonly isNew: boolean;
}

const longestEventId = 200;

/** So often a decision is made anew because somebody else has changed the task meanwhile. */
const tries = 50;

/** Gives a task an event, which a server then acts on. Refused while as many wait as may. */
export const triggerTask = (cwd: string, name: string, event: TriggerEvent): Promise<Result<Triggered, Refusal>> =>
  changingTasks(cwd, async (tasks) => {
    const known = await knownTask(tasks, name);
    if (!known.ok) return known;
    if (known.value.task.when.kind === 'webhook')
      return fail({
        code: 'task/not-triggerable',
        message: `"${name}" is triggered by calls of its webhook, which bring a token`,
        hint: `pawl task run ${name}  runs it now`,
      });
    return takeEvent(tasks, known.value.task, event);
  });

/** The same for a task that was found already. */
export async function takeEvent(tasks: Tasks, task: Task, { id, payload }: TriggerEvent): Promise<Result<Triggered, Refusal>> {
  const event = id ?? newRunId(8);
  if (event === '' || event.length > longestEventId)
    return fail({
      code: 'cli/usage',
      message: `the id of an event has 1 to ${longestEventId} characters`,
      hint: 'give a digest of what identifies it',
    });
  for (let tried = 0; tried < tries; tried++) {
    const taken = orUnavailable(await tasks.find(task.id, keyOf.event(event)));
    if (!taken.ok) return taken;
    if (taken.value !== null) return ok({ occurrence: taken.value, isNew: false });
    const now = orUnavailable(await tasks.read());
    if (!now.ok) return now;
    const found = now.value.tasks.find((each) => each.id === task.id);
    if (found === undefined) return fail(notThere(task));
    const open = now.value.open.filter((each) => each.task === task.id);
    const decided = decideTrigger(found, open, event, payload);
    if (!decided.ok) return fail(refusalOf(found, decided.failure));
    const change = { task: { ...found, revision: found.revision + 1 }, create: [decided.value.create], cancel: decided.value.cancel };
    const applied = orUnavailable(await tasks.apply({ ...change, atMs: systemClock.nowMs() }));
    if (!applied.ok) return applied;
    const [occurrence] = applied.value.applied ? applied.value.created : [];
    if (occurrence !== undefined) return ok({ occurrence, isNew: true });
  }
  return fail({ code: 'task/changed-meanwhile', message: `"${task.name}" is being changed again and again`, hint: 'try again' });
}

const notThere = ({ name }: Task): Refusal => ({
  code: 'task/unknown-name',
  message: `there is no task "${name}" any more`,
  hint: 'pawl task list  shows all',
});

function refusalOf({ name }: Task, obstacle: TriggerObstacle): Refusal {
  switch (obstacle) {
    case 'ended':
      return { code: 'task/ended', message: `"${name}" has ended and takes no events`, hint: 'pawl task add  makes a new one' };
    case 'scheduled':
      return {
        code: 'task/not-triggerable',
        message: `"${name}" has a schedule and no trigger`,
        hint: `pawl task run ${name}  runs it now`,
      };
    case 'paused':
      return { code: 'task/paused', message: `"${name}" is paused and takes no events`, hint: `pawl task enable ${name}` };
    case 'flooded':
      return {
        code: 'task/queue-full',
        message: `${mostWaiting} events of "${name}" wait already; this one was not taken`,
        hint: 'send it again later, with the same id; pawl serve works them off',
      };
  }
}
