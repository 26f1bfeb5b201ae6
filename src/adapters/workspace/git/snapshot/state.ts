import type { Leftovers } from '../capture/leftovers.ts';
import type { Modes } from '../capture/modes.ts';
import type { Staging } from '../index/staging.ts';
import type { Head } from '../refs/head.ts';
import type { Refs } from '../refs/refs.ts';
import type { RepositoryFiles } from '../repository/repository-files.ts';

/** All that a snapshot knows, in memory. */
export interface State {
  readonly tree: string;
  readonly head: Head;
  readonly refs: Refs;
  readonly staging: Staging;
  /** Tree that holds the staged blobs; null without an index. */
  readonly stagingTree: string | null;
  readonly files: RepositoryFiles;
  readonly operations: ReadonlyMap<string, Buffer | null>;
  /** The stash list's log, newest entry last; empty without one. */
  readonly stash: Buffer;
  readonly modes: Modes;
  readonly leftovers: Leftovers;
  /** Names of the linked work trees; null in a snapshot that was taken before they were recorded. */
  readonly worktrees: readonly string[] | null;
  /**
   * Of a merged state whose ignore rules are not those of the user's state that it was merged into: the id of that one. Whatever is
   * hidden by its rules is no part of the merged tree and stays when that is put in its place.
   */
  readonly onto?: string;
}
