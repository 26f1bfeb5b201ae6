import type { StoredEvent } from '../core/events/envelope.ts';
import type { RunEvent } from '../core/events/run-event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/**
 * The truth about runs: append-only events, key (run, seq). Contract: `testing/journal-contract.ts`.
 *
 * A write that resolves `ok` is on disk. A refused or failed write has written nothing at all. Failures: `refused` (another
 * owner has appended since, a run of that id exists, a newer version of the journal), `io` (disk full, read-only, damaged).
 */
export interface Journal {
  /** Makes a run whose first events these are, with epoch 1. Refused when the id is taken. */
  create(run: string, events: readonly RunEvent[], atMs: number): Promise<Result<void, Failure>>;
  /** Appends all or none, at `expectedSeq`. Refused when the journal has moved on or `epoch` is stale. */
  append(write: Append): Promise<Result<void, Failure>>;
  /** The run's events in order from `fromSeq`; an empty list for a run that does not exist. */
  read(run: string, fromSeq?: number): Promise<Result<StoredEvent[], Failure>>;
  /** All runs, newest first, each by its first and last event. */
  runs(): Promise<Result<RunEnds[], Failure>>;
  /** Removes a run's events for good; no failure when there is none. */
  remove(run: string): Promise<Result<void, Failure>>;
  close(): Promise<void>;
}

export interface Append {
  readonly run: string;
  readonly expectedSeq: number;
  readonly epoch: number;
  readonly events: readonly RunEvent[];
  readonly atMs: number;
}

export interface RunEnds {
  readonly run: string;
  readonly first: StoredEvent;
  readonly last: StoredEvent;
}
