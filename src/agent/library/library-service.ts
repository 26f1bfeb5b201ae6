import type { LibraryEdit } from '../../core/library/edits/library-edit.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import type { Result } from '../../core/model/result.ts';
import type { Library } from '../../ports/library.ts';
import type { CaseTrials } from './case-trials.ts';
import type { Prepared, WrittenEnvironment, WrittenFunction } from './library-desk.ts';

/** A library, and what belongs to it: how it is searched, and how what is to be stored is read. */
export interface LibraryService {
  readonly library: Library;
  /** Where cases of its functions are tried before a set is applied. */
  readonly trials: CaseTrials;
  /**
   * Ids of entries of one kind, the best first; of the library as it is kept. `turn`: a number of this search; now and then one that was never shown
   * gets a place by it. Left out, none does.
   */
  search(kind: 'function' | 'guidance', query: string, most: number, turn?: number): Promise<Result<readonly string[], Failure>>;
  /** `state`: what is there already. */
  candidate(written: WrittenFunction, state: LibraryState): Promise<Result<Prepared, string>>;
  /** A value without what secrets of the project stand in its texts. */
  withoutSecrets(value: Json): Promise<Json>;
  environment(written: WrittenEnvironment, state: LibraryState, signal: AbortSignal): Promise<Result<LibraryEdit, string>>;
}
