import type { CasePlan } from '../core/library/cases/case-plan.ts';
import type { EditFault } from '../core/library/edits/edit-fault.ts';
import type { Applied, EditSet } from '../core/library/edits/library-edit.ts';
import type { LoggedChange } from '../core/library/entries/library-change.ts';
import type { EntryUses } from '../core/library/entries/library-entry.ts';
import type { LibraryState } from '../core/library/entries/library-state.ts';
import type { LibraryView } from '../core/library/entries/library-view.ts';
import type { IndexView } from '../core/library/search/index-view.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/**
 * What is kept for good: functions, guidance, environments. Its log of changes is its truth; what stands in it is their fold.
 * Failures: `io` (disk full, damaged), `refused` (written by a newer Pawl, or opened for reading). Contract: `testing/library-contract.ts`.
 */
export interface Library {
  /** All of it as it stands, and the number of the last change; sources lie apart. For one entry `look` is quicker by far. */
  read(): Promise<Result<{ readonly state: LibraryState; readonly seq: number }, Failure>>;
  /** Asks for single entries, all of one moment. `work` only reads, and keeps nothing of the view. */
  look<T>(work: (view: LibraryView) => T): Promise<Result<T, Failure>>;
  /** Names of living functions, in their order. */
  names(): Promise<Result<readonly string[], Failure>>;
  /** Gives what `work` makes of what is searched: names, descriptions and parameters of living entries, and what was asked when they were used. */
  search<T>(work: (index: IndexView, view: LibraryView) => T): Promise<Result<T, Failure>>;
  /** The text of a source by its digest. */
  source(digest: string): Promise<Result<string | null, Failure>>;
  /**
   * Decides the set against the library as it stands (`core/library/edits/decide-edits.ts`) and applies it, in one transaction: whole, or not at all. A set whose
   * id was applied before changes nothing and gives what it gave. `tried`: the digest of the plan of cases (`core/library/cases/case-plan.ts`) that somebody
   * has looked after; where the set puts other ones in question by now, nothing is applied and they are given.
   */
  apply(set: EditSet, tried?: string): Promise<Result<Applied, ApplyFailure>>;
  /** The log from `fromSeq` on, oldest first. */
  log(fromSeq?: number): Promise<Result<readonly LoggedChange[], Failure>>;
  /** Counts what runs did with entries, once by run, entry and kind. */
  count(uses: readonly EntryUse[]): Promise<Result<void, Failure>>;
  /** Those that were counted: of these entries, or of all. */
  uses(entries?: readonly string[]): Promise<Result<ReadonlyMap<string, EntryUses>, Failure>>;
  /** One librarian at a time: `null` = somebody else reviews now. The kernel frees it when its holder dies. */
  lease(holder: string): Promise<Result<LibraryLease | null, Failure>>;
  close(): Promise<void>;
}

export interface LibraryLease {
  release(): Promise<void>;
}

export type ApplyFailure =
  | { readonly kind: 'faults'; readonly faults: readonly EditFault[] }
  | { readonly kind: 'untried'; readonly plan: CasePlan }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface EntryUse {
  readonly run: string;
  /** The id of a function or of guidance. */
  readonly entry: string;
  readonly kind: keyof EntryUses;
  /** What was asked for when it was used: later searches find the entry by it. null = not known. */
  readonly request: string | null;
}
