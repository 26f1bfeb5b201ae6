import type { Failure } from '../model/failure.ts';
import type { NanoUsd } from '../model/money.ts';

/** How a run was asked for. */
export interface Settings {
  /** Runner that answers prompt steps, by name. */
  readonly runner: string;
  /** Parallel children at once. */
  readonly jobs: number;
  readonly commandTimeoutMs: number;
  readonly promptTimeoutMs: number;
  readonly budgetNanoUsd: NanoUsd | null;
  /** In the environment of every child, so that strays can be found by it. Random; no secret. */
  readonly runToken: string;
  /** Whether kept iterations go to a branch of the run's own. */
  readonly ownBranch: boolean;
}

/** What kind of place a run works in. `plain` is a folder that is no repository: no snapshots, no commits. */
export interface WorkspaceFacts {
  readonly kind: 'git' | 'plain';
  /** Absolute path of the work tree. */
  readonly root: string;
  /** Absolute path in which commands and agents run: `root` or a folder below it. */
  readonly cwd: string;
  /** Short branch name; null when detached or plain. */
  readonly branch: string | null;
  readonly head: string | null;
  /** How many files of the user's are uncommitted (tracked changes and untracked). */
  readonly dirtyFiles: number;
}

/**
 * before: what an iteration or prompt step goes back to · answered: when the runner had ended, before the gate · after: an
 * iteration that is to be kept · left: a state that is about to be undone · start, end: of the run.
 */
export type SnapshotPurpose = 'start' | 'before' | 'answered' | 'after' | 'left' | 'end';

/** A state of the workspace to go back to. `id` is the blob with all of it; `tree` the git tree of its files. */
export interface Snapshot {
  readonly id: string;
  readonly tree: string;
  readonly head: string | null;
  /** The name under `refs/pawl/<run>/` that holds its objects. */
  readonly ref: string;
}

export interface CommitPlan {
  /** Equal to `parent` where there is nothing to commit, and only refs, HEAD, stash or configuration go back. */
  readonly commit: string;
  readonly tree: string;
  readonly parent: string | null;
  /** Full name of the ref that moves to the commit; null = detached HEAD moves. */
  readonly ref: string | null;
  readonly subject: string;
  /** Of the commit; 0 where there is nothing to commit. */
  readonly paths: number;
  readonly insertions: number;
  readonly deletions: number;
  /** Paths committed as they are though they also held uncommitted edits of the user's. */
  readonly alsoYours: readonly string[];
  /** Paths whose uncommitted work of the user's is in neither the files nor the commit any more; the snapshot before has it. */
  readonly discarded: readonly string[];
}

export interface RestoreReport {
  /** Paths whose content, kind or mode was put back, came back or went. */
  readonly paths: number;
  /** Sentences about what else was put back: refs, configuration, hooks, nested repositories moved aside. */
  readonly notes: readonly string[];
}

export type CommandEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  | { readonly kind: 'cancelled' }
  /** It could not be started or read. */
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What a runner reported of one call; null = not reported. */
export interface Usage {
  readonly nanoUsd: NanoUsd | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly model: string | null;
}

/**
 * What the engine needs to know about a text that may be too large to stand in an event: recorded with the outcome, so
 * that every decision follows from events alone.
 */
export interface Findings {
  /** The first requirement that is not met, in words; null = all met. */
  readonly unmet: string | null;
  /** Whether the loop's `until` stands in it. */
  readonly until: boolean;
  /** Index of the first branch whose `when` stands in it; null = none. */
  readonly branch: number | null;
}

/** Why an attempt is put back. `fatal` ends the step whatever a loop could still do. */
export interface Undoing {
  readonly verdict: 'undone' | 'failed';
  readonly reason: string;
  readonly fatal: boolean;
}
