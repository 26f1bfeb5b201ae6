import type { Intent, WorkflowEvent } from '../events/event.ts';
import type { Redoing, Wait } from '../events/event-parts.ts';
import type { Failure } from '../model/failure.ts';
import { isOverload, maxOverloads, overloadMs } from '../model/overload.ts';
import type { Retry } from '../workflow/workflow.ts';
import { type Attempt, intend, isPutBack } from './attempt.ts';
import { again } from './intents.ts';

/**
 * How long to wait before a call is made again that the world failed, and not the work; null where it is not made again.
 * Overload and rate limits are waited out whatever the step says, as told where told; other failures as its `retry` says.
 */
export function waitAfter(failure: Failure, retries: number, retry: Retry | null): Wait | null {
  const notBeforeMs = failure.notBeforeMs ?? null;
  if (isOverload(failure)) {
    if (retries >= maxOverloads + (retry?.max ?? 0)) return null;
    return { forMs: overloadMs(retries), notBeforeMs };
  }
  if (isHopeless(failure) || failure.kind === 'cancelled') return null;
  return waitFor(retries, retry, notBeforeMs);
}

/** As a step's `retry` says; null where it says nothing, or its tries are used up. */
export const waitFor = (retries: number, retry: Retry | null, notBeforeMs: number | null = null): Wait | null =>
  retry === null || retries >= retry.max ? null : { forMs: retry.backoffMs * 2 ** retries, notBeforeMs };

/** Nobody is logged in, the money is gone, or a replay has left its recording: to ask again would fail the same way, twenty times. */
export const isHopeless = (failure: Failure | null): boolean =>
  failure !== null && (failure.kind === 'auth' || failure.kind === 'quota' || failure.kind === 'not_recorded');

/** Does the work again: what it left is put back first, where that is recorded, and then it waits. */
export function redo(attempt: Attempt, reason: string, wait: Wait | null): WorkflowEvent[] {
  const because: Redoing = { verdict: 'again', reason, from: 'work', wait };
  if (isPutBack(attempt)) return [intend(attempt).snapshot('left', because)];
  return wait === null ? [] : [intend(attempt).wait(wait, reason)];
}

/**
 * What becomes of an operation that was under way when whoever performed it was gone; null = it begins as if for the first time.
 * The runner's and the gate's work tree is put back first; a command runs on the tree as it stands, unless it asked for a
 * snapshot; what is put back is put back from how it is found now; all else can be done twice without harm.
 */
export function recover(attempt: Attempt, intent: Intent): WorkflowEvent[] | null {
  const { state, frame, covered } = attempt;
  const reason = 'interrupted';
  switch (intent.type) {
    case 'command.requested':
    case 'prompt.requested': {
      const events = redo(attempt, reason, null);
      return events.length === 0 ? null : events;
    }
    case 'gate.requested': {
      const because: Redoing = { verdict: 'again', reason, from: 'gate', wait: null };
      if (covered && frame.answered !== null) return [intend(attempt).snapshot('left', because)];
      return [intend(attempt).gate(intent.attempt + 1, intent.answered)];
    }
    case 'restore.requested': {
      // What it found is not what it finds now: whoever killed it may have edited files since. So that is recorded first.
      const { because, to, left } = intent;
      const same = because.verdict === 'merged' ? { ...because, again: because.again ?? { merged: to, ours: left } } : because;
      return [intend(attempt).snapshot('left', same)];
    }
    // Worked out anew, from what is there now: what came in since would be put back with the merged state.
    case 'merge.requested':
      return [intend(attempt).snapshot('ours')];
    default:
      return [again(state, intent)];
  }
}
