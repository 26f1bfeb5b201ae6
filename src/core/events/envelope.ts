import type { RunEvent } from './run-event.ts';

/** The version of the union that this program writes. A journal with a higher one is refused, not guessed at. */
export const eventVersion = 1;

/** An event as the journal holds it. Order is `seq`, from 0 and without gaps, never time. */
export interface StoredEvent {
  readonly v: number;
  readonly run: string;
  readonly seq: number;
  /** Counts the owners of the run: an append with a lower epoch than the journal's is refused. */
  readonly epoch: number;
  /** Wall clock in milliseconds since 1970, for people only. */
  readonly atMs: number;
  readonly event: RunEvent;
}
