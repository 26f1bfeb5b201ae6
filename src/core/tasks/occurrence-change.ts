import type { Failure } from '../model/failure.ts';
import { fail, ok, type Result } from '../model/result.ts';
import type { Occurrence, OccurrenceState } from './occurrence.ts';
import { isOpen } from './occurrence.ts';

/** What its owner says of an occurrence. */
export interface OccurrenceUpdate {
  readonly state: Exclude<OccurrenceState, 'waiting' | 'skipped'>;
  readonly note: string | null;
  readonly atMs: number;
}

/** With a new owner, whose word counts from now on; null where it is over, so that nobody performs it again. */
export const claimed = (occurrence: Occurrence, atMs: number): Occurrence | null =>
  isOpen(occurrence) ? { ...occurrence, state: 'running', epoch: occurrence.epoch + 1, startedAtMs: occurrence.startedAtMs ?? atMs } : null;

/** As its owner of this epoch says that it is; refused where another one has it by now, or it is over. */
export function updated(occurrence: Occurrence, epoch: number, { state, note, atMs }: OccurrenceUpdate): Result<Occurrence, Failure> {
  if (epoch !== occurrence.epoch || !isOpen(occurrence)) {
    const why = isOpen(occurrence) ? 'another server has taken it up' : `it is over (${occurrence.state})`;
    return fail({ kind: 'refused', message: `Occurrence ${occurrence.run} was not changed: ${why}.` });
  }
  const next = { ...occurrence, state, note };
  return ok(isOpen(next) ? next : { ...next, endedAtMs: atMs });
}

/** Asked to end: over at once where it has not begun, else its owner is told. */
export function cancelled(occurrence: Occurrence, note: string, atMs: number): Occurrence {
  if (!isOpen(occurrence)) return occurrence;
  if (occurrence.epoch > 0) return { ...occurrence, cancelAsked: true, note };
  return { ...occurrence, state: 'cancelled', note, endedAtMs: atMs };
}
