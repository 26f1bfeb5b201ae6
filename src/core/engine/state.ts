import type { Ending, Intent, Totals, Unit } from '../events/event.ts';
import type { Settings, Snapshot, WorkspaceFacts } from '../events/event-parts.ts';
import type { Value } from '../model/value.ts';
import type { Frame } from './frame.ts';
import { type Steered, unsteered } from './steered.ts';

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
  /** A recorded state that the user's work tree is still in, as nothing has been performed in it since; null = unknown. */
  readonly fresh: Snapshot | null;
  /** The state before the run; null until it is recorded, and in a plain folder. */
  readonly start: Snapshot | null;
  readonly endRecorded: boolean;
  readonly totals: Totals;
  /** The most that one call cost so far: what a call under way is expected to cost at least. */
  readonly dearestCall: { readonly nanoUsd: number; readonly tokens: number };
  readonly exhausted: boolean;
  readonly stuck: boolean;
  /** What people have said to it while it went on. */
  readonly steering: Steered;
  /** Nothing further is begun: a person cancelled or stopped it, or the run has taken as long as it may. */
  readonly cancelled: boolean;
  /** How long the run may take, once that has passed. */
  readonly passedLimitMs: number | null;
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

/** The children of a parallel step, or the items of a `foreach`. */
export interface Group {
  readonly step: string;
  readonly kind: 'parallel' | 'foreach';
  /** Children at once. */
  readonly width: number;
  /** Children that are not begun yet, in the order in which they will be; null while the items are not known. */
  readonly waiting: readonly Unit[] | null;
  /** The state that work trees of its children begin with; null where it was not recorded. */
  readonly base: Snapshot | null;
  /** Whether something is being worked out for the group as a whole. */
  readonly asking: boolean;
  /** What all items gave together; null while it is not worked out. */
  readonly gathered: { readonly output: Value; readonly branch: number | null } | null;
  /** Why it cannot go on. */
  readonly failure: string | null;
  readonly anyOpened: boolean;
  /** Whether a child has ended well. */
  readonly anyWell: boolean;
  /** Whether the budget kept a child from being run, or from being run to its end. */
  readonly anyCutShort: boolean;
}

const noTotals: Totals = { kept: 0, undone: 0, failed: 0, calls: 0, nanoUsd: 0, unpricedCalls: 0, tokens: 0, commits: 0 };

export const initialState: RunState = {
  phase: 'new',
  settings: {
    runner: '',
    script: null,
    unsafeAgent: false,
    jobs: 1,
    commandTimeoutMs: 0,
    promptTimeoutMs: 0,
    runTimeoutMs: null,
    budgetNanoUsd: null,
    runToken: '',
    ownBranch: true,
  },
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
  dearestCall: { nanoUsd: 0, tokens: 0 },
  exhausted: false,
  stuck: false,
  steering: unsteered,
  cancelled: false,
  passedLimitMs: null,
  halt: null,
  ending: null,
  nextOp: 1,
  tries: 0,
  pending: new Map(),
};

const isOf = (frame: Frame, { step, item }: Unit): boolean => frame.step === step && frame.item === item;

/** The open step at this place; undefined where none is, as for what serves the run as a whole. */
export const frameOf = (state: RunState, unit: Unit): Frame | undefined => state.frames.find((frame) => isOf(frame, unit));

/** The state with one open step changed. */
export function withFrame(state: RunState, unit: Unit, change: (frame: Frame) => Frame): RunState {
  return { ...state, frames: state.frames.map((frame) => (isOf(frame, unit) ? change(frame) : frame)) };
}

/** Whether children of the group may be at work in one work tree at once: then nothing in it is recorded, put back or committed. */
export const isShared = (group: Group | null): boolean => group !== null && (group.kind === 'parallel' || group.width > 1);
