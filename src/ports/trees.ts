import type { Snapshot } from '../core/events/event-parts.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';
import type { RunPlace, Workspace } from './workspace.ts';

/**
 * Work trees that steps have for themselves: repositories apart, so that nothing done in one (a commit, a reset, a removed
 * branch, a broken `.git`) reaches the user's. Only states go from one to the other. Contract: `testing/trees-contract.ts`.
 */
export interface Trees {
  /** Makes one in the state `from` of the user's work tree; one of that name that is there already is made anew. */
  make(run: RunPlace, name: string, from: Snapshot): Promise<Result<{ readonly warnings: readonly string[] }, Failure>>;
  /** One that was made. */
  at(run: RunPlace, name: string): Promise<OwnTree>;
  /**
   * The state of the user's work tree with the changes from `base` to `theirs` and those from `base` to `ours` in its files, recorded
   * as `name`; all else in it is as in `ours`. null, with the paths, where they conflict. Touches no work tree.
   */
  merge(
    run: RunPlace,
    tree: string,
    states: { readonly base: Snapshot; readonly theirs: Snapshot; readonly ours: Snapshot },
    name: string,
  ): Promise<Result<Merged, Failure>>;
  /** Removes all of the run's. What was recorded of them stays. */
  removeAll(run: RunPlace): Promise<Result<void, Failure>>;
}

export interface OwnTree {
  readonly workspace: Workspace;
  /** Absolute path in which its commands and agents run. */
  readonly cwd: string;
}

export interface Merged {
  readonly merged: Snapshot | null;
  readonly conflicts: readonly string[];
  /** Paths whose uncommitted work is in `ours` and not in `merged`; absent as none. */
  readonly discarded?: readonly string[];
}
