import type { Ending, Totals, WorkKind } from '../events/event.ts';
import type { CommandEnd, CommitPlan } from '../events/event-parts.ts';
import type { RunEvent } from '../events/run-event.ts';
import type { Value } from '../model/value.ts';
import { type Cost, noCost } from './cost.ts';

/** A step as a reader sees it, or what it is for one item of its `foreach`. */
export interface StepSummary {
  readonly step: string;
  readonly kind: WorkKind | 'parallel' | 'foreach';
  /** 1-based in a `foreach`, 0 elsewhere. */
  readonly item: number;
  readonly group: string | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  /** Of a `foreach`, once they are known. */
  readonly items: readonly Value[];
  /** Items at once; 0 elsewhere. */
  readonly width: number;
  /** Of a group: how many of its children, or items, failed. */
  readonly failed: number;
  /** What a measured gate found before the first iteration. */
  readonly baseline: number | null;
  /** A plain step has one attempt, a loop one an iteration; a group has none. */
  readonly attempts: readonly AttemptSummary[];
  /** How its changes came in, where it had a work tree of its own. */
  readonly merge: MergeSummary | null;
  readonly result: Extract<RunEvent, { type: 'step.finished' }>['result'] | null;
  /** Where a branch led on from it. */
  readonly branch: { readonly when: string; readonly goto: string; readonly ends: boolean } | null;
}

export interface AttemptSummary {
  readonly iteration: number;
  readonly verdict: 'running' | 'kept' | 'undone' | 'failed';
  readonly reason: string;
  readonly startedAtMs: number;
  /** Time that its prompts, command and gate took, by a clock that never goes back. */
  readonly durationMs: number;
  /** Of all its calls, also those that failed and were made again. */
  readonly cost: Cost;
  /** Of the last call. */
  readonly prompt: Value | null;
  readonly reply: Value | null;
  readonly gate: { readonly end: CommandEnd; readonly output: Value; readonly measured: number | null } | null;
  /** What a measured gate's number is compared with. */
  readonly best: number | null;
  readonly commit: CommitPlan | null;
  /** Whether there was nothing to commit; where nothing is recorded (plain folder, open group) nobody looked. */
  readonly unchanged: boolean;
  /** The recorded state that is being put back from; the first, where that was interrupted: the next ones are half put back. */
  readonly leaving: string | null;
  /** The recorded state that was put back from, and how much was. */
  readonly undone: { readonly ref: string; readonly from: string; readonly paths: number; readonly notes: readonly string[] } | null;
  /** What came between one go at it and the next, in order. */
  readonly hitches: readonly Hitch[];
  readonly approval: ApprovalSummary | null;
  readonly inner: InnerRun | null;
  /** The acts that answered its prompts, in order: runs within the run. */
  readonly acts: readonly string[];
}

/** Why an attempt did not go on at once, or began once more. */
export type Hitch =
  | { readonly kind: 'wait'; readonly atMs: number; readonly why: string; readonly untilMs: number }
  /** The reply was not of the form that is wanted. */
  | { readonly kind: 'asked-again'; readonly atMs: number; readonly why: string }
  /** The same was performed once more, for the `attempt`th time. */
  | { readonly kind: 'again'; readonly atMs: number; readonly what: 'command' | 'prompt' | 'gate' | 'function'; readonly attempt: number }
  /** What it had done was put back, and nothing is judged by it. */
  | { readonly kind: 'put-back'; readonly atMs: number; readonly why: string; readonly paths: number };

interface ApprovalSummary {
  readonly question: string;
  /** null while nobody has said anything. */
  readonly answer: { readonly approved: boolean; readonly words: string; readonly by: string; readonly atMs: number } | null;
}

/** A run within the run. `ending` is null while it goes on, and where it could not be begun. */
interface InnerRun {
  readonly run: string;
  readonly file: string;
  readonly ending: Ending | null;
  readonly totals: Totals | null;
}

interface MergeSummary {
  /** Paths whose uncommitted work of the user's it takes from the files. */
  readonly discarded: readonly string[];
  /** Paths that could not be merged; none where it went well. */
  readonly conflicts: readonly string[];
  /** The recorded states that its work tree began with and ended with. */
  readonly from: string;
  readonly theirs: string;
  readonly commit: CommitPlan | null;
}

export const newAttempt = (iteration: number, startedAtMs: number, best: number | null = null): AttemptSummary => ({
  iteration,
  verdict: 'running',
  reason: '',
  startedAtMs,
  durationMs: 0,
  cost: noCost,
  prompt: null,
  reply: null,
  gate: null,
  best,
  commit: null,
  unchanged: false,
  leaving: null,
  undone: null,
  hitches: [],
  approval: null,
  inner: null,
  acts: [],
});

const hasNoAttempt = (kind: StepSummary['kind']): boolean => kind === 'loop' || kind === 'parallel' || kind === 'foreach';

export const newStep = (event: Extract<RunEvent, { type: 'step.started' }>, atMs: number): StepSummary => ({
  step: event.step,
  kind: event.kind,
  group: 'group' in event ? event.group : null,
  item: event.item,
  startedAtMs: atMs,
  endedAtMs: null,
  items: [],
  width: 'width' in event ? event.width : 0,
  failed: 0,
  baseline: null,
  attempts: hasNoAttempt(event.kind) ? [] : [newAttempt(0, atMs)],
  merge: null,
  result: null,
  branch: null,
});
