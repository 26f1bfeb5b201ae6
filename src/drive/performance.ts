import { isInOwnTree } from '../core/engine/frame.ts';
import type { Procedure } from '../core/engine/procedure.ts';
import { frameOf, type RunState } from '../core/engine/state.ts';
import type { Ending, Intent, Totals } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { NanoUsd } from '../core/model/money.ts';
import type { Value } from '../core/model/value.ts';
import type { Around } from '../ports/around.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Inbox } from '../ports/inbox.ts';
import type { Journal } from '../ports/journal.ts';
import type { Programs } from '../ports/programs.ts';
import type { Runner } from '../ports/runner.ts';
import type { OwnTree, Trees } from '../ports/trees.ts';
import type { RunPlace, Workspace } from '../ports/workspace.ts';
import type { RunSecrets } from './run-secrets.ts';
import type { ValueFiles } from './value-files.ts';
import type { Values } from './values.ts';

/** What a run is performed with. */
export interface DrivePorts {
  readonly journal: Journal;
  readonly blobs: Blobs;
  readonly inbox: Inbox;
  readonly workspace: Workspace;
  readonly programs: Programs;
  /** Work trees that steps have for themselves. */
  readonly trees: Trees;
  readonly runner: Runner;
  readonly clock: Clock;
  /** Runs a workflow within this one; null where it waits for a person. */
  readonly runWithin: (request: Within) => Promise<WithinEnd | null>;
}

/** A run within the run: begun, or taken up again where its journal stands. */
export interface Within {
  /** The id of its run. */
  readonly run: string;
  /** As the step names it. */
  readonly file: string;
  readonly input: Value;
  /** What is left of the limit in money; null = no limit. */
  readonly budgetNanoUsd: NanoUsd | null;
  /** The same of the limits in tokens. */
  readonly budgetTokens: number | null;
  /** A person's word, for where it waits for one. */
  readonly approval: Approval | null;
  readonly signal: AbortSignal;
  readonly around: Around;
}

export interface WithinEnd {
  /** Its last commit and the ref that it went to; null where it made none. */
  readonly tip: { readonly commit: string; readonly ref: string | null } | null;
  /** null where it could not be begun, or cannot go on: `error` says why. */
  readonly ending: Ending | null;
  readonly error: string | null;
  /** Why it had to stop without having ended, where it had: then the run around it stops too. */
  readonly stopped?: Failure;
  /** The output of its last step. */
  readonly output: Value | null;
  readonly totals: Totals;
  /** Up to which word to the run around it its prompts carried what was said; 0 = none. */
  readonly heard: number;
}

/** What a person said to an approval. */
export interface Approval {
  readonly approved: boolean;
  readonly words: string;
  readonly by: string;
}

/** One run being performed: the ports, the run, and what is known of it at the moment an intent is performed. */
export interface Performance extends DrivePorts {
  readonly procedure: Procedure;
  readonly place: RunPlace;
  /** A folder of the run's own for value files and scratch; made when first needed. */
  readonly folder: string;
  /** The environment that commands and agents inherit, without git's variables and without secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: RunSecrets;
  readonly values: Values;
  readonly files: ValueFiles;
  readonly state: RunState;
  /** What a person said to the approval that the run waits for; null = nobody has said anything. */
  readonly approval: Approval | null;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly onActivity: (step: string, line: string) => void;
  /** What runs within it are told. */
  readonly around: Around;
}

/** Where an operation is performed: the user's work tree, or the one that its step has for itself. */
export async function treeOf(performance: Performance, intent: Intent): Promise<Pick<OwnTree, 'workspace' | 'cwd'>> {
  const { state, trees, place, workspace } = performance;
  const frame = frameOf(state, intent);
  if (frame === undefined || frame.tree === null || !isInOwnTree(frame)) return { workspace, cwd: state.workspace.cwd };
  return trees.at(place, frame.tree.name);
}
