import type { CommitPlan, RestoreReport, Snapshot, SnapshotPurpose, WorkspaceFacts } from '../core/events/event-parts.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/**
 * The git work tree that a run changes. Everything a run does to it goes through here. No verb runs a program that the
 * repository names, but for the clean filters of a kept commit. Failures are `refused` (with the reason and a next step) or `io`.
 * Contract: `testing/workspace-contract.ts`.
 */
export interface Workspace {
  /** Looks, changes nothing. `refused` for a place that cannot be worked in safely: a bare repository, dubious ownership. */
  inspect(): Promise<Result<WorkspaceReport, Failure>>;
  /** Makes ready for a run: hides `.pawl/` through info/exclude, checks that locks are free, remembers filters. */
  prepare(run: RunPlace): Promise<Result<void, Failure>>;
  /** Hides `.pawl/` as `prepare` does, also from `git clean -fdx`, where no run is to begin. */
  hide(): Promise<Result<void, Failure>>;
  /** Records the exact state, held by a ref against gc. The user's index, HEAD and files are not touched. */
  snapshot(run: RunPlace, name: string, purpose: SnapshotPurpose): Promise<Result<{ snapshot: Snapshot; warnings: string[] }, Failure>>;
  /** Puts back exactly `to` and verifies it. `left` must be the latest snapshot, of the state that is left. */
  restore(run: RunPlace, to: Snapshot, left: Snapshot): Promise<Result<RestoreReport, Failure>>;
  /** null when nothing differs between the two. */
  planCommit(run: RunPlace, before: Snapshot, after: Snapshot, subject: string): Promise<Result<CommitPlan | null, Failure>>;
  /** The paths that a planned commit adds or changes, of which `isSought` says so: of the path itself or of the new content. */
  searchPlan(run: RunPlace, plan: CommitPlan, isSought: (bytes: Uint8Array) => boolean): Promise<Result<string[], Failure>>;
  /** Compare-and-swap to the planned commit; done already = ok. */
  commit(run: RunPlace, before: Snapshot, plan: CommitPlan): Promise<Result<{ warnings: string[] }, Failure>>;
  /** Fast-forwards the branch that the run came from to the run's last commit and goes back to it. Says what it did. */
  apply(run: RunPlace, from: { branch: string | null; head: string | null }, tip: string): Promise<Result<string, Failure>>;
  /** Whether the workspace still is exactly in this state; else what differs, in a few words. */
  differsFrom(run: RunPlace, snapshot: Snapshot): Promise<Result<string | null, Failure>>;
  /** What differs now from every one of these states, of which the first is the one that was recorded last. */
  changesSince(run: RunPlace, states: readonly KnownState[]): Promise<Result<WorkspaceChanges, Failure>>;
  /** The runs that hold refs, and how many. */
  kept(): Promise<Result<{ readonly run: string; readonly refs: number }[], Failure>>;
  /** Lets the refs of a run go. */
  forget(run: string): Promise<Result<void, Failure>>;
}

/** A state in which a run has left the workspace: as it was recorded, or with a commit made since, as `commit` makes it. */
export interface KnownState {
  readonly snapshot: Snapshot;
  readonly commit: { readonly before: Snapshot; readonly plan: CommitPlan } | null;
}

export interface WorkspaceChanges {
  /** Files and folders that differ in content, kind, mode or in being there, as they are shown. */
  readonly files: readonly string[];
  /** Whether what is staged differs. */
  readonly staged: boolean;
  /** What else a put-back would move: HEAD, branches, tags, stashes, what steers git, an operation under way; in words, null = nothing. */
  readonly besides: string | null;
}

export interface RunPlace {
  readonly run: string;
  /** Names the run's branch: `pawl/<slug>/<run>`. */
  readonly slug: string;
  readonly ownBranch: boolean;
}

export interface WorkspaceReport {
  readonly facts: WorkspaceFacts;
  /** Why a run with prompt steps or loops may not start here (a merge under way, unmerged paths, a locked index); null = it may. */
  readonly obstacle: Failure | null;
  /** What will not be covered by snapshots, said once: submodules, nested repositories. */
  readonly notes: readonly string[];
}
