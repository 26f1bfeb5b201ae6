import type { IndexEntry } from '../core/library/search/index-entry.ts';
import type { IndexView } from '../core/library/search/index-view.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/**
 * Keeps what is searched of a library's entries, and gives lists and counts of it. How entries are weighed and ranked is core's alone
 * (`core/library/search`), so that every store ranks alike, to the last bit. Failures as in `Journal`. Contract:
 * `testing/search-index-contract.ts`.
 */
export interface SearchIndex {
  /**
   * Adds entries, each in the place of the one of its id where there is one; all of them or none. A new past request is put with the whole entry: it
   * changes all weights.
   */
  put(entries: readonly IndexEntry[]): Promise<Result<void, Failure>>;
  /** As if it had never been put; no failure when there is none. */
  remove(id: string): Promise<Result<void, Failure>>;
  /** Gives what `work` makes of one state of the index. The view is of no use once `work` has returned. */
  look<T>(work: (view: IndexView) => T): Promise<Result<T, Failure>>;
}
