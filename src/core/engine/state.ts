import type { Ending, Intent, Totals } from '../events/event.ts';
import type { CommandEnd, CommitPlan, Findings, Settings, Snapshot, Undoing, WorkspaceFacts } from '../events/event-parts.ts';
import type { Failure } from '../model/failure.ts';
import type { Value } from '../model/value.ts';

/**
 * Where a run stands: the fold of its events. It holds what decisions need and no step's output, so that folding an event
 * costs the same after ten thousand steps as after one.
 */
export interface RunState {
  /** `starting` is over when the state before the run is recorded. */
  readonly phase: 'new' | 'starting' | 'walking' | 'finished';
  readonly settings: Settings;
  readonly workspace: WorkspaceFacts;
  /** Whether the workspace is recorded and put back. */
  readonly recorded: boolean;
  /** Where the walk goes on. */
  readonly next: { readonly after: string | null } | { readonly at: string } | 'end';
  readonly jumps: number;
  /** Steps that are open: one, or the running children of `group`. */
  readonly frames: readonly Frame[];
  readonly group: Group | null;
  /** A recorded state that the workspace is still in, as nothing has been performed since; null = unknown. */
  readonly fresh: Snapshot | null;
  /** The state before the run; null until it is recorded, and in a plain folder. */
  readonly start: Snapshot | null;
  readonly endRecorded: boolean;
  readonly totals: Totals;
  readonly exhausted: boolean;
  readonly stuck: boolean;
  readonly cancelled: boolean;
  /** What makes the walk stop, decided by the step that ended last. */
  readonly halt: Ending | null;
  /** How the run ends, once that is decided: nothing of the workflow is performed any more. */
  readonly ending: Ending | null;
  readonly nextOp: number;
  /** Attempts whose state was recorded to be put back from. */
  readonly tries: number;
  /** Intents without an outcome, by their op. */
  readonly pending: ReadonlyMap<number, Intent>;
}

export interface Group {
  readonly step: string;
  /** Children that are not begun yet, in the order in which they will be. */
  readonly waiting: readonly string[];
  /** Whether a child has ended well. */
  readonly anyWell: boolean;
  /** Whether the budget kept a child from being run, or from being run to its end. */
  readonly anyCutShort: boolean;
}

/** A step under way. */
export interface Frame {
  readonly step: string;
  readonly kind: 'command' | 'prompt' | 'loop';
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
}

export interface LoopProgress {
  readonly gateFailuresInARow: number;
  /** null while no iteration was kept. */
  readonly lastKept: { readonly reply: Value | null; readonly findings: Findings } | null;
  /** Why the last iteration that was not kept was not. */
  readonly lastReason: string;
}

/** What a frame does next. In `waiting` an intent is out and only its outcome moves it. */
export type Stage =
  /** Of a loop: the iteration before, if there was one, is over. */
  | { readonly at: 'between'; readonly last: 'none' | 'kept' | 'undone' | 'failed'; readonly fatal: boolean }
  | { readonly at: 'begin' }
  | { readonly at: 'waiting' }
  | { readonly at: 'command-ended'; readonly end: CommandEnd }
  | { readonly at: 'prompt-ended'; readonly failure: Failure | null }
  | { readonly at: 'gate-due'; readonly answered: Snapshot }
  | { readonly at: 'gate-ended'; readonly end: CommandEnd }
  | { readonly at: 'recorded'; readonly after: Snapshot }
  | { readonly at: 'planned'; readonly plan: CommitPlan | null }
  | { readonly at: 'left'; readonly left: Snapshot; readonly because: Undoing }
  | { readonly at: 'concluded'; readonly because: Undoing | null };

const noTotals: Totals = { kept: 0, undone: 0, failed: 0, calls: 0, nanoUsd: 0, unpricedCalls: 0, tokens: 0, commits: 0 };

export const initialState: RunState = {
  phase: 'new',
  settings: { runner: '', jobs: 1, commandTimeoutMs: 0, promptTimeoutMs: 0, budgetNanoUsd: null, runToken: '', ownBranch: true },
  workspace: { kind: 'plain', root: '', cwd: '', branch: null, head: null, dirtyFiles: 0 },
  recorded: false,
  next: { after: null },
  jumps: 0,
  frames: [],
  group: null,
  fresh: null,
  start: null,
  endRecorded: false,
  totals: noTotals,
  exhausted: false,
  stuck: false,
  cancelled: false,
  halt: null,
  ending: null,
  nextOp: 1,
  tries: 0,
  pending: new Map(),
};

/** The state with one open step changed. */
export function withFrame(state: RunState, step: string, change: (frame: Frame) => Frame): RunState {
  return { ...state, frames: state.frames.map((frame) => (frame.step === step ? change(frame) : frame)) };
}
