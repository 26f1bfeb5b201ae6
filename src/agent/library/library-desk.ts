import type { LibraryEdit } from '../../core/library/edits/library-edit.ts';
import type { FunctionVersion } from '../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import type { Result } from '../../core/model/result.ts';

/** The library in the hands of one act: what its tools read, and how they change it. */
export interface LibraryDesk {
  /** As it stands, with what this act has set down and not carried out yet. */
  read(): Promise<Result<LibraryState, Failure>>;
  /** The source of a version, also of one that is only set down. */
  source(version: FunctionVersion): Promise<Result<string, Failure>>;
  /** Ids of entries of one kind, the best first; `op` is of the call that asks. */
  search(kind: 'function' | 'guidance', query: string, most: number, op: number): Promise<Result<readonly string[], Failure>>;
  /** A function as it was written, read and checked: the edit that stores it, or all that is wrong with it, in words. */
  candidate(written: WrittenFunction): Promise<Result<Prepared, string>>;
  /** A set of packages, resolved and installed: the edit that stores it. */
  environment(written: WrittenEnvironment, signal: AbortSignal): Promise<Result<LibraryEdit, string>>;
  /** Carries an edit out, or sets it down; `op` is of the call that asks for it. What stands in its way is told in words. */
  change(edit: LibraryEdit, op: number, signal?: AbortSignal): Promise<Result<Changed, string>>;
  /** A call of a function with what it gave, and what of the act's record answers it: the edit that stores it. */
  recordedCase(asked: WrittenCase, signal: AbortSignal): Promise<Result<LibraryEdit, string>>;
}

export interface WrittenFunction {
  readonly source: string;
  /** Whether there is one of its name (then this is a new version), or there must be none. */
  readonly isNewVersion: boolean;
  /** Although there is one that does the same. */
  readonly force: boolean;
  readonly environment: string | null;
  readonly tags: readonly string[];
  /** Names of functions that it is made of. */
  readonly parents: readonly string[];
}

export interface WrittenCase {
  /** Of a function that is stored, or set down. */
  readonly name: string;
  readonly input: Json;
  readonly output: Json;
}

export interface Prepared {
  readonly edit: LibraryEdit;
  readonly remarks: readonly string[];
}

export interface WrittenEnvironment {
  readonly name: string;
  /** As "name@1.2.3". */
  readonly packages: readonly string[];
  readonly isNewVersion: boolean;
}

export interface Changed {
  /** What people should know of it. */
  readonly remarks: readonly string[];
  /** The id of what it made or changed; null where it has none. */
  readonly id: string | null;
  /** It was set down and is carried out with all others; else it is done. */
  readonly isStaged: boolean;
}
