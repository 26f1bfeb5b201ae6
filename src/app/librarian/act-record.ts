import { actOf } from '../../core/act/act-of.ts';
import type { ActState } from '../../core/act/act-state.ts';
import { trajectoryOf, trajectoryValues } from '../../core/act/trajectory.ts';
import type { ActIntent } from '../../core/events/act-event.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import { type ActRunEvent, isActRunEvent } from '../../core/events/run-event.ts';
import type { Failure } from '../../core/model/failure.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Value } from '../../core/model/value.ts';
import { textOf } from '../../journaling/value-store.ts';
import type { Blobs } from '../../ports/blobs.ts';

/** An act as its journal has it. */
export interface ActRecord {
  readonly run: string;
  readonly history: readonly StoredEvent[];
  readonly state: ActState;
}

export const recordOf = (run: string, history: readonly StoredEvent[]): ActRecord => ({ run, history, state: actOf(history) });

type Requested = Extract<ActIntent, { type: 'review.requested' }>;

/** The review that is still to come of an act that has ended; null = none, also where a person has dropped what it did. */
export function pendingReview(history: readonly StoredEvent[]): (Requested & { readonly reviewer: string }) | null {
  let pending: (Requested & { readonly reviewer: string }) | null = null;
  for (const { event } of history) {
    if (event.type === 'review.requested' && event.reviewer !== null) pending = { ...event, reviewer: event.reviewer };
    if (event.type === 'review.ended' || event.type === 'run.undone') pending = null;
  }
  return pending;
}

/** What was done, in words. */
export async function trajectoryText(blobs: Blobs, { history }: ActRecord, mostChars: number): Promise<Result<string, Failure>> {
  const events = history.flatMap(({ event }): ActRunEvent[] => (isActRunEvent(event) ? [event] : []));
  const texts = new Map<Value, string>();
  for (const value of trajectoryValues(events)) {
    const text = await textOf(blobs, value);
    if (!text.ok) return text;
    texts.set(value, text.value);
  }
  return ok(trajectoryOf(events, (value) => texts.get(value) ?? '', mostChars));
}
