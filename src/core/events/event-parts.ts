import type { Failure } from '../model/failure.ts';
import type { Json } from '../model/json.ts';
import type { NanoUsd } from '../model/money.ts';
import type { Value } from '../model/value.ts';

/** How a run was asked for. */
export interface Settings {
  /** Runner that answers prompt steps, by name. */
  readonly runner: string;
  /** Absolute path of the file that a scripted runner's replies come from; null for others, and where they came from memory. */
  readonly script: string | null;
  /** Whether a person let the agent skip its own permission checks. */
  readonly unsafeAgent: boolean;
  /** Parallel children at once. */
  readonly jobs: number;
  readonly commandTimeoutMs: number;
  readonly promptTimeoutMs: number;
  /** For the whole run, the time that nobody drives it left out; null = as long as it takes. */
  readonly runTimeoutMs: number | null;
  readonly budgetNanoUsd: NanoUsd | null;
  /** Besides the limit of the workflow's file; absent as null. */
  readonly budgetTokens?: number | null;
  /** In the environment of every child, so that strays can be found by it. Random; no secret. */
  readonly runToken: string;
  /** Whether kept iterations go to a branch of the run's own. */
  readonly ownBranch: boolean;
}

/** A stored function as a run goes by it, whatever becomes of it meanwhile. */
export interface PinnedFunction {
  readonly name: string;
  /** The library's id of it and which version it is; null = it lay in a folder. */
  readonly entry: { readonly id: string; readonly version: number } | null;
  /** sha256 of its text, in hex; and of that with those of all that it calls, and their environments. */
  readonly digest: string;
  readonly closure: string;
  readonly source: Value;
  readonly description: string;
  readonly input: Json;
  /** Names of the stored functions that it calls, as far as its text says. */
  readonly calls: readonly string[];
  /** The packages that it imports; null = none. */
  readonly environment: PinnedEnvironment | null;
}

/** `manifest` and `lock`: the texts of npm's two files. */
interface PinnedEnvironment {
  readonly packages: readonly string[];
  readonly manifest: Value;
  readonly lock: Value;
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
 * iteration that is to be kept · left: a state that is about to be undone · base: what work trees of their own begin with ·
 * theirs: what such a tree has in the end · ours: what its changes are merged into · start, end: of the run.
 */
export type SnapshotPurpose = 'start' | 'before' | 'answered' | 'after' | 'left' | 'base' | 'theirs' | 'ours' | 'end';

/** A state of the workspace to go back to. `id` is the blob with all of it; `tree` the git tree of its files. */
export interface Snapshot {
  readonly id: string;
  readonly tree: string;
  readonly head: string | null;
  /** The name under `refs/pawl/<run>/` that holds its objects. */
  readonly ref: string;
}

/** A workspace that was not as the run had recorded it last, when somebody took the run up. */
export interface Found {
  /** What was recorded last. */
  readonly since: Snapshot;
  /** How it was found. */
  readonly snapshot: Snapshot;
  /** Some of the files that differ, as they are shown, and how many do. */
  readonly paths: readonly string[];
  readonly files: number;
  /** What else differs that is put back, in words; null = nothing. */
  readonly besides: string | null;
  /** Whether the run waited for a person then: all of that stays as it is and is nobody's but theirs; absent as false. */
  readonly waited?: true;
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
  /** Of several requests together: how many of them nobody priced, where `nanoUsd` is what the others cost; absent = of the one request as `nanoUsd` says. */
  readonly unpricedCalls?: number;
  /** All of the input, also what the provider had in its cache. */
  readonly inputTokens: number | null;
  /** Of the input, what the provider had in its cache; absent as null. */
  readonly cachedInputTokens?: number | null;
  /** Of the input, what the provider put into its cache: some bill it higher; absent as null. */
  readonly cacheWriteTokens?: number | null;
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
  /** What is wrong with its form, where the step wants JSON of a schema; null = nothing. */
  readonly misshapen: string | null;
}

/** Why the workspace is put into another state. */
export type Because = Undoing | Redoing | Merging;

/** An attempt was no good. `fatal` ends the step whatever a loop could still do. */
export interface Undoing {
  readonly verdict: 'undone' | 'failed';
  readonly reason: string;
  readonly fatal: boolean;
}

/** It is done again from this state, as it was interrupted or the world failed it: nothing is judged by it. */
export interface Redoing {
  readonly verdict: 'again';
  readonly reason: string;
  /** What is done again: the step's work, or its gate. */
  readonly from: 'work' | 'gate';
  /** What passes first; null = nothing. */
  readonly wait: Wait | null;
}

/** The changes of a work tree of its own come in. */
interface Merging {
  readonly verdict: 'merged';
  /** Whether they are committed then, as iterations that a gate kept are. */
  readonly commit: boolean;
  /** Where it was interrupted and is done again: the merged state, and what it was merged into; absent the first time. */
  readonly again?: { readonly merged: Snapshot; readonly ours: Snapshot };
}

/** What a person said to a run while it went on. */
export interface Words {
  /** Who, for people. */
  readonly by: string;
  readonly text: string;
}

export interface Wait {
  readonly forMs: number;
  /** Milliseconds since 1970, where the other side named a moment. */
  readonly notBeforeMs: number | null;
}
