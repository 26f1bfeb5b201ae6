import type { Ending, Intent, Totals, Unit } from '../events/event.ts';
import type { CommitPlan, Found, Settings, Snapshot, WorkspaceFacts } from '../events/event-parts.ts';
import type { SteeringEvent } from '../events/steering-event.ts';
import { outermostRun } from '../model/names.ts';
import type { Value } from '../model/value.ts';
import type { ActSummary } from './act-summary.ts';
import { type Cost, noCost } from './cost.ts';
import type { AttemptSummary, StepSummary } from './step-summary.ts';

/** A run as a reader sees it: a fold of its events, at any moment of it. */
export interface RunSummary {
  readonly run: string;
  /** The run that this one is a part of. */
  readonly parent: string | null;
  readonly workflow: string;
  readonly file: string | null;
  readonly input: Value;
  readonly settings: Settings | null;
  readonly workspace: WorkspaceFacts | null;
  readonly startedAtMs: number;
  readonly lastAtMs: number;
  /** In the order in which they were started; a step that a branch came back to stands there again. */
  readonly steps: readonly StepSummary[];
  readonly warnings: readonly string[];
  /** Each time that somebody took it up again. `changed`: with a workflow file that had changed. */
  readonly resumes: readonly { readonly atMs: number; readonly by: string; readonly changed: boolean }[];
  /** What a person changed in the workspace while it waited for their word. */
  readonly whileWaiting: readonly Found[];
  /** Who paused it, while it is paused; else null. */
  readonly paused: string | null;
  /** What people said to a run of a workflow while it went on, and what they were told, in order; of an act they stand in its own. */
  readonly remarks: readonly RunRemark[];
  /** Who asked it to end; null = nobody. */
  readonly cancelledBy: string | null;
  readonly start: Snapshot | null;
  /** The state of the user's work tree that was recorded last. */
  readonly end: Snapshot | null;
  /** The commit that was made since, and the state that it began with; null = none. */
  readonly committed: { readonly before: Snapshot; readonly plan: CommitPlan } | null;
  /** The last commit of the run, and the ref it went to (null = a detached HEAD). */
  readonly tip: { readonly commit: string; readonly ref: string | null } | null;
  /** Of all calls so far, with those of runs within it that have ended. */
  readonly cost: Cost;
  /** null while it is not finished. */
  readonly ending: Ending | null;
  readonly totals: Totals | null;
  /** What a person did with it after its end. */
  readonly taken: 'applied' | 'undone' | null;
  /** Steps that work in a tree of their own now, as `unitKey` names them: what is recorded or committed there is not the user's. */
  readonly apart: ReadonlySet<string>;
  /** What an act did; null for a workflow. */
  readonly act: ActSummary | null;
  /** Operations under way: what an interrupted run was doing. */
  readonly pending: ReadonlyMap<number, Intent>;
}

export interface RunRemark {
  readonly atMs: number;
  readonly kind: SteeringEvent['type'];
  /** In words, without a full stop: "ann says: only src". */
  readonly text: string;
}

export const emptySummary: RunSummary = {
  run: '',
  parent: null,
  workflow: '',
  file: null,
  input: { text: '' },
  settings: null,
  workspace: null,
  startedAtMs: 0,
  lastAtMs: 0,
  steps: [],
  warnings: [],
  resumes: [],
  whileWaiting: [],
  paused: null,
  remarks: [],
  cancelledBy: null,
  start: null,
  end: null,
  committed: null,
  tip: null,
  cost: noCost,
  ending: null,
  totals: null,
  taken: null,
  apart: new Set(),
  act: null,
  pending: new Map(),
};

/**
 * The command that shows what came between two recorded states of a run; the names as snapshots have them. Those of a run within a
 * run are kept with the outermost one's.
 */
export const lookAt = (run: string, from: string, ref: string): string =>
  `git diff pawl/${outermostRun(run)}/${from} pawl/${outermostRun(run)}/${ref}`;

/** The commands that show what steps brought that could not be merged. */
export const conflictsIn = ({ run, steps }: RunSummary): string[] =>
  steps.flatMap(({ merge }) => (merge !== null && merge.conflicts.length > 0 ? [lookAt(run, merge.from, merge.theirs)] : []));

/** The attempt that was begun last, of the step that was started last. */
export const lastAttempt = (summary: RunSummary): AttemptSummary | undefined => summary.steps.at(-1)?.attempts.at(-1);

export const unitKey = ({ step, item }: Unit): string => `${item} ${step}`;

/** Whether an operation is done in a work tree that its step has for itself. */
export const isApart = (summary: RunSummary, unit: Unit): boolean => summary.apart.has(unitKey(unit));
