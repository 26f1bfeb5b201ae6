import type { LoggedChange } from '../core/library/library-change.ts';
import type { Applied, EditFault, EditSet } from '../core/library/library-edit.ts';
import type { EntryUses } from '../core/library/library-entry.ts';
import type { LibraryState } from '../core/library/library-state.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/**
 * What is kept for good: functions, guidance, environments. Its log of changes is its truth; what stands in it is their fold.
 * Failures: `io` (disk full, damaged), `refused` (written by a newer Pawl). Contract: `testing/library-contract.ts`.
 */
export interface Library {
  /** As it stands, and the number of the last change; sources lie apart. */
  read(): Promise<Result<{ readonly state: LibraryState; readonly seq: number }, Failure>>;
  /** Texts of sources by their digest. */
  source(digest: string): Promise<Result<string | null, Failure>>;
  /**
   * Decides the set against the library as it stands (`core/library/decide-edits.ts`) and applies it, in one transaction: whole, or not at all. A set whose
   * id was applied before changes nothing and gives what it gave.
   */
  apply(set: EditSet): Promise<Result<Applied, ApplyFailure>>;
  /** The log from `fromSeq` on, oldest first. */
  log(fromSeq?: number): Promise<Result<readonly LoggedChange[], Failure>>;
  /** Counts what a run did with entries, once by `run` and entry and kind. */
  count(uses: readonly EntryUse[]): Promise<Result<void, Failure>>;
  uses(): Promise<Result<ReadonlyMap<string, EntryUses>, Failure>>;
  /** One librarian at a time: `null` = somebody else reviews now. The kernel frees it when its holder dies. */
  lease(holder: string): Promise<Result<LibraryLease | null, Failure>>;
  close(): Promise<void>;
}

export interface LibraryLease {
  release(): Promise<void>;
}

export type ApplyFailure =
  | { readonly kind: 'faults'; readonly faults: readonly EditFault[] }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface EntryUse {
  readonly run: string;
  /** Of a function or of guidance. */
  readonly entry: string;
  readonly kind: keyof EntryUses;
  /** What was asked for when it was used: later searches find the entry by it. null = not known. */
  readonly request: string | null;
}
