import type { Ending, Intent, Unit, WorkKind } from '../events/event.ts';
import type { Because, CommandEnd, CommitPlan, Findings, Snapshot, Undoing, Wait, Words } from '../events/event-parts.ts';
import type { Failure } from '../model/failure.ts';
import type { Value } from '../model/value.ts';

/** A step under way. */
export interface Frame extends Unit {
  readonly kind: WorkKind;
  readonly group: string | null;
  /** 1-based in a loop, 0 in a plain step. */
  readonly iteration: number;
  readonly stage: Stage;
  /** What an undo goes back to; null where nothing is recorded (plain folder, open group, command step). */
  readonly before: Snapshot | null;
  readonly reply: Value | null;
  readonly findings: Findings;
  /** The last gate's output: the next iteration is told. */
  readonly gateOutput: Value | null;
  readonly loop: LoopProgress;
  /** The state that the last gate judged; null where none is recorded. */
  readonly answered: Snapshot | null;
  /** How often the gate was performed in this iteration, repeats after a crash included. */
  readonly gateAttempts: number;
  /** What a measured gate printed last. */
  readonly measured: number | null;
  /** How often the work of this iteration was performed, retries and repeats after a crash included. */
  readonly attempts: number;
  /** How often it was performed again as the world had failed it. */
  readonly retries: number;
  /** How often the agent was asked again for a reply of the form that is wanted. */
  readonly asks: number;
  /** What people said that the prompts of this iteration carried: one that is made again carries it again. */
  readonly said: readonly Words[];
  /** The work tree of its own; null where it works in the user's. */
  readonly tree: Tree | null;
}

/** A work tree that a step has for itself. */
export interface Tree {
  readonly name: string;
  /** The state of the user's work tree that it began with. */
  readonly base: Snapshot;
  /** A recorded state that it is still in; null = unknown. */
  readonly fresh: Snapshot | null;
  /** How far its changes are on their way into the user's work tree; null before its step has ended well. */
  readonly merge: Merge | null;
}

export interface Merge {
  /** Where the step stood when it had ended. */
  readonly from: Stage;
  readonly theirs: Snapshot | null;
  /** The user's work tree as it is then: a person may have worked in it all the while. */
  readonly ours: Snapshot | null;
  /** Whether the user's work tree is being changed. */
  readonly begun: boolean;
  readonly over: boolean;
  /** Why nothing comes in, in words; null where nothing stands against it. */
  readonly failure: string | null;
}

export interface LoopProgress {
  readonly gateFailuresInARow: number;
  /** null while no iteration was kept. */
  readonly lastKept: { readonly reply: Value | null; readonly findings: Findings } | null;
  /** Why the last iteration that was not kept was not. */
  readonly lastReason: string;
  /** The best number that a measured gate has kept so far; null before the first, and where nothing is measured. */
  readonly best: number | null;
}

/** What a frame does next. In `waiting` an intent is out and only its outcome moves it. */
export type Stage =
  /** Of a loop: the iteration before, if there was one, is over. */
  | { readonly at: 'between'; readonly last: 'none' | 'kept' | 'undone' | 'failed'; readonly fatal: boolean }
  | { readonly at: 'begin' }
  | { readonly at: 'waiting' }
  | { readonly at: 'command-ended'; readonly end: CommandEnd }
  | { readonly at: 'prompt-ended'; readonly failure: Failure | null }
  | { readonly at: 'function-ended'; readonly failure: Failure | null }
  | { readonly at: 'gate-due'; readonly answered: Snapshot }
  | { readonly at: 'gate-ended'; readonly end: CommandEnd }
  | { readonly at: 'recorded'; readonly after: Snapshot }
  | { readonly at: 'planned'; readonly before: Snapshot; readonly plan: CommitPlan | null }
  | { readonly at: 'left'; readonly left: Snapshot; readonly because: Because }
  | { readonly at: 'wait-due'; readonly wait: Wait; readonly why: string }
  | { readonly at: 'approval-given'; readonly approved: boolean; readonly words: string; readonly by: string }
  | { readonly at: 'workflow-ended'; readonly ending: Ending | null; readonly error: string | null }
  /** The changes of its own work tree and those of the user's, in one state. */
  | { readonly at: 'merged'; readonly merged: Snapshot; readonly ours: Snapshot }
  /** They are in the user's work tree. */
  | { readonly at: 'merged-in'; readonly merged: Snapshot; readonly ours: Snapshot }
  /** Whoever performed this was gone before it had an outcome. */
  | { readonly at: 'interrupted'; readonly intent: Intent }
  | { readonly at: 'concluded'; readonly because: Undoing | null };

/** Whether what is done now for an open step is done in the work tree of its own. */
export const isInOwnTree = ({ tree }: Frame): boolean => tree !== null && !tree.merge?.begun;

/** Where a step stands that has done nothing yet. */
export const firstStage = (kind: Frame['kind']): Stage =>
  kind === 'loop' ? { at: 'between', last: 'none', fatal: false } : { at: 'begin' };
