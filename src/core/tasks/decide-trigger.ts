import { fail, ok, type Result } from '../model/result.ts';
import { keyOf, type NewOccurrence, type Occurrence } from './occurrence.ts';
import { admit } from './overlap.ts';
import type { Payload, Task } from './task.ts';

export interface TriggerDecision {
  readonly create: NewOccurrence;
  readonly cancel: readonly { readonly run: string; readonly note: string }[];
}

/** `paused` and `ended`: it takes no events now, or ever again. `scheduled`: it takes none at all. `flooded`: too many wait. */
export type TriggerObstacle = 'paused' | 'ended' | 'scheduled' | 'flooded';

/** What becomes of an event that a task has not had yet. `occurrences`: those of the task that are open. */
export function decideTrigger(
  task: Task,
  occurrences: readonly Occurrence[],
  event: string,
  payload: Payload,
): Result<TriggerDecision, TriggerObstacle> {
  if (task.ended !== null) return fail('ended');
  if (task.when.kind === 'schedule') return fail('scheduled');
  if (!task.enabled) return fail('paused');
  const { state, note, cancels, isFlooded } = admit(task.limits.overlap, occurrences);
  if (isFlooded) return fail('flooded');
  return ok({ create: { key: keyOf.event(event), cause: { kind: 'event', event, payload }, state, note }, cancel: cancels });
}
