import type { Failure } from '../model/failure.ts';
import type { NanoUsd } from '../model/money.ts';
import type { Value } from '../model/value.ts';
import type {
  Because,
  CommandEnd,
  CommitPlan,
  Findings,
  Found,
  RestoreReport,
  Settings,
  Snapshot,
  SnapshotPurpose,
  Usage,
  Words,
  WorkspaceFacts,
} from './event-parts.ts';
import type { WorkflowText } from './workflow-text.ts';

/**
 * Everything that can happen in a run of a workflow. Append-only; a change of meaning is a new version of the envelope and an upcaster
 * at the read edge, never an edit here.
 *
 * Three sorts. *Intents* (`….requested`) name one thing that the driver must do, with an operation number `op`, unique in the
 * run. *Outcomes* name what came of the intent with that `op`. *Facts* are what the engine concluded from them.
 * `iteration` is 1-based inside a loop and 0 for a plain step.
 */
export type WorkflowEvent = Intent | Outcome | Fact;

/** One step at work: itself, or what it is for one item of its `foreach` (1-based; 0 elsewhere). */
export interface Unit {
  readonly step: string;
  readonly item: number;
}

/** The place in a workflow that an intent serves. `step` is '' for what serves the run as a whole. */
interface At extends Unit {
  readonly op: number;
  readonly iteration: number;
}

export type Intent =
  /** `name` is unique in the run; it becomes the ref `refs/pawl/<run>/<name>` that a person can look at. `because`: only with `left`. */
  | ({
      readonly type: 'snapshot.requested';
      readonly purpose: SnapshotPurpose;
      readonly name: string;
      readonly because: Because | null;
    } & At)
  /** `attempt` counts how often this was performed: above 1 after a crash or for a retry. */
  | ({ readonly type: 'command.requested'; readonly attempt: number } & At)
  /**
   * `model` is the step's own, or the tier that the workflow downgrades to near the end of a budget; null = the runner's choice.
   * `complaint`: what was wrong with the reply before, where it is asked again for one of the form that is wanted. `said`: what people said
   * to the run and no prompt had carried yet, and what this one carried already where it is asked again; absent as none.
   */
  | ({
      readonly type: 'prompt.requested';
      readonly attempt: number;
      readonly model: string | null;
      readonly complaint: string | null;
      readonly said?: readonly Words[];
    } & At)
  /**
   * `answered` is the state that the gate judges: what it goes back to when the gate has to be run again; null where none is
   * recorded. Iteration 0: a measured gate on what is there before the first iteration.
   */
  | ({ readonly type: 'gate.requested'; readonly attempt: number; readonly answered: Snapshot | null } & At)
  /** Work out the commit that takes the workspace from `before` to `after`; writes objects, moves nothing. */
  | ({ readonly type: 'plan.requested'; readonly before: Snapshot; readonly after: Snapshot; readonly subject: string } & At)
  /** Move the refs to the planned commit; all of the repository but the work tree goes back to `before`. */
  | ({ readonly type: 'commit.requested'; readonly before: Snapshot; readonly plan: CommitPlan } & At)
  /** Put everything back to `to`; `left` is the state that is being left, already recorded. */
  | ({ readonly type: 'restore.requested'; readonly to: Snapshot; readonly left: Snapshot; readonly because: Because } & At)
  /** Let so much time pass, or until `notBeforeMs` (milliseconds since 1970) where the other side named a moment. */
  | ({ readonly type: 'wait.requested'; readonly forMs: number; readonly notBeforeMs: number | null; readonly why: string } & At)
  /** Only a person answers it. */
  | ({ readonly type: 'approval.requested'; readonly question: string } & At)
  /** Work out the items of a `foreach`. */
  | ({ readonly type: 'items.requested' } & At)
  /** Make one output of those of all items. */
  | ({ readonly type: 'gather.requested' } & At)
  /** Make a work tree of its own, in the state `from`. */
  | ({ readonly type: 'tree.requested'; readonly from: Snapshot; readonly name: string } & At)
  /** Work out the state that has both the changes `base` → `theirs` and those `base` → `ours`; changes no work tree. */
  | ({
      readonly type: 'merge.requested';
      /** The work tree that `theirs` was recorded in. */
      readonly tree: string;
      readonly base: Snapshot;
      readonly theirs: Snapshot;
      readonly ours: Snapshot;
      readonly name: string;
    } & At)
  /** Run another workflow within this one: `child` names its run, with this run's id before it. */
  | ({ readonly type: 'workflow.requested'; readonly child: string; readonly file: string } & At);

export type Outcome =
  | { readonly type: 'snapshot.taken'; readonly op: number; readonly snapshot: Snapshot; readonly warnings: readonly string[] }
  | {
      readonly type: 'command.ended';
      readonly op: number;
      readonly end: CommandEnd;
      /** stdout and stderr together, trailing newlines cut, then `\nexit code: N` (or what ended it). */
      readonly output: Value;
      /** Bytes left out past the 64 MiB that are kept. */
      readonly cutBytes: number;
      readonly findings: Findings;
      readonly durationMs: number;
    }
  | {
      readonly type: 'prompt.ended';
      readonly op: number;
      /** What was sent, after interpolation. */
      readonly prompt: Value;
      readonly reply: { readonly ok: true; readonly text: Value } | { readonly ok: false; readonly failure: Failure };
      readonly usage: Usage;
      readonly findings: Findings;
      readonly warnings: readonly string[];
      readonly durationMs: number;
      /** Up to which word to this run it heard what was said while it went on, counted from 1; absent as none. */
      readonly heard?: number;
    }
  | {
      readonly type: 'gate.ended';
      readonly op: number;
      readonly end: CommandEnd;
      readonly output: Value;
      readonly cutBytes: number;
      /** The last number that it printed, for a measured gate; null = none, or nobody asked. */
      readonly measured: number | null;
      readonly durationMs: number;
    }
  | { readonly type: 'wait.ended'; readonly op: number }
  /** `words`: what the person said with it, '' where nothing. `findings`: of the step's output, which tells both. */
  | {
      readonly type: 'approval.given';
      readonly op: number;
      readonly approved: boolean;
      readonly words: string;
      readonly by: string;
      readonly output: Value;
      readonly findings: Findings;
    }
  | { readonly type: 'items.listed'; readonly op: number; readonly items: readonly Value[] }
  | { readonly type: 'gathered'; readonly op: number; readonly output: Value; readonly findings: Findings }
  | { readonly type: 'tree.made'; readonly op: number; readonly warnings: readonly string[] }
  /** `merged` is null where the changes conflict, in these paths. `discarded`: whose uncommitted work is not in it; absent as none. */
  | {
      readonly type: 'merge.made';
      readonly op: number;
      readonly merged: Snapshot | null;
      readonly conflicts: readonly string[];
      readonly discarded?: readonly string[];
    }
  /** `ending` is null where it could not be begun: `error` says why. */
  | {
      readonly type: 'workflow.ended';
      readonly op: number;
      readonly ending: Ending | null;
      readonly error: string | null;
      readonly output: Value | null;
      /** Its last commit and the ref that it went to; null where it made none. */
      readonly tip: { readonly commit: string; readonly ref: string | null } | null;
      readonly totals: Totals;
      readonly findings: Findings;
      readonly durationMs: number;
      /** Up to which word to this run its prompts carried what was said, counted from 1; absent as none. */
      readonly heard?: number;
    }
  /** `plan` is null where the iteration changed nothing. */
  | { readonly type: 'plan.made'; readonly op: number; readonly plan: CommitPlan | null }
  | { readonly type: 'commit.made'; readonly op: number; readonly commit: string; readonly warnings: readonly string[] }
  | { readonly type: 'restore.done'; readonly op: number; readonly report: RestoreReport }
  /** The workspace or the store could not do what was asked of it. */
  | { readonly type: 'workspace.failed'; readonly op: number; readonly failure: Failure };

export type Fact =
  | {
      readonly type: 'run.started';
      readonly workflow: WorkflowText;
      /** The run that this one is a part of, or null. */
      readonly parent: string | null;
      readonly input: Value;
      readonly settings: Settings;
      readonly workspace: WorkspaceFacts;
      /** Whether the workspace is recorded and put back: in a git repository, unless a merge or the like was under way. */
      readonly recorded: boolean;
    }
  /** Somebody took the run up again after whoever drove it was gone: intents without an outcome were interrupted. */
  | {
      readonly type: 'resumed';
      readonly epoch: number;
      readonly by: string;
      /** Where it goes on with a changed file, as a person accepted it. */
      readonly workflow: WorkflowText | null;
      /** What was recorded of the workspace as it was found, where that was not as recorded last; absent as null. */
      readonly found?: Found | null;
    }
  /** `group` is the step that this one is a child of. */
  | ({ readonly type: 'step.started'; readonly kind: WorkKind; readonly group: string | null } & Unit)
  | ({ readonly type: 'step.started'; readonly kind: 'parallel'; readonly children: readonly string[] } & Unit)
  /** `width`: items at once. */
  | ({ readonly type: 'step.started'; readonly kind: 'foreach'; readonly width: number } & Unit)
  /** `best`: the number that a measured gate may not find worse; null where nothing is measured. */
  | ({ readonly type: 'iteration.started'; readonly iteration: number; readonly best: number | null } & Unit)
  | ({
      readonly type: 'iteration.finished';
      readonly iteration: number;
      /** kept; undone by the gate; or failed before it (runner or `require`). */
      readonly verdict: 'kept' | 'undone' | 'failed';
      /** Why it was not kept; '' where it was. */
      readonly reason: string;
      /** Whether the loop ends with it, whatever it could still do: a gate that could not give a verdict, a commit that failed. */
      readonly fatal: boolean;
    } & Unit)
  | ({
      readonly type: 'step.finished';
      /** As in its `step.started`; null for a step that has children. */
      readonly group: string | null;
      /** `ok: false` has an error and no output. A parallel step has neither. */
      readonly result:
        | { readonly ok: true; readonly output: Value | null; readonly outcome: 'completed' | 'exhausted' | 'stuck' | 'budget' }
        | { readonly ok: false; readonly error: string; readonly why: 'failed' | 'stuck' | 'budget' | 'cancelled' };
    } & Unit)
  | {
      readonly type: 'branch.taken';
      readonly step: string;
      readonly when: string;
      readonly goto: string /** Whether `goto` ends the run rather than naming a step. */;
      readonly ends: boolean;
      readonly jumps: number;
    }
  | { readonly type: 'warning'; readonly step: string; readonly message: string }
  | { readonly type: 'cancel.asked'; readonly by: string }
  /** The run has taken as long as it may. */
  | { readonly type: 'deadline.passed'; readonly limitMs: number }
  /** Only a person's word lets the run go on; how the workspace was as it began to wait. The engine is asked nothing about it. */
  | { readonly type: 'run.waiting'; readonly snapshot: Snapshot }
  /** How the run will end; what is left to do is to record the state it leaves. */
  | ({ readonly type: 'run.ending' } & Ending)
  | ({ readonly type: 'run.finished'; readonly totals: Totals } & Ending)
  /** After the end, when a person took its commits or put everything back. */
  | { readonly type: 'run.applied'; readonly commit: string; readonly said: string }
  | { readonly type: 'run.undone'; readonly left: Snapshot };

/** What a step that works is; `loop` = a prompt that is repeated. */
export type WorkKind = 'command' | 'prompt' | 'loop' | 'approve' | 'workflow';

export interface Ending {
  readonly status: RunStatus;
  readonly outcome: RunOutcome;
  /** In words; null unless it failed, or was stopped by somebody, with or without a reason of theirs. */
  readonly error: string | null;
}

export type RunStatus = 'succeeded' | 'failed' | 'cancelled';
export type RunOutcome = 'completed' | 'exhausted' | 'stuck' | 'budget' | 'failed' | 'cancelled';

export interface Totals {
  /** Counted over plain steps, loop iterations and parallel children. */
  readonly kept: number;
  readonly undone: number;
  readonly failed: number;
  readonly calls: number;
  readonly nanoUsd: NanoUsd;
  /** Calls whose price nobody told; never counted as free. */
  readonly unpricedCalls: number;
  readonly tokens: number;
  readonly commits: number;
}

export type IntentType = Intent['type'];

type Sort = 'intent' | 'outcome' | 'fact';

/** Which of the three sorts an event is: an event that is added to the union must be named here. */
export const sortOfEvent: {
  readonly [T in WorkflowEvent['type']]: T extends Intent['type'] ? 'intent' : T extends Outcome['type'] ? 'outcome' : 'fact';
} = {
  'snapshot.requested': 'intent',
  'command.requested': 'intent',
  'prompt.requested': 'intent',
  'gate.requested': 'intent',
  'plan.requested': 'intent',
  'commit.requested': 'intent',
  'restore.requested': 'intent',
  'wait.requested': 'intent',
  'approval.requested': 'intent',
  'items.requested': 'intent',
  'gather.requested': 'intent',
  'tree.requested': 'intent',
  'merge.requested': 'intent',
  'workflow.requested': 'intent',
  'snapshot.taken': 'outcome',
  'command.ended': 'outcome',
  'prompt.ended': 'outcome',
  'gate.ended': 'outcome',
  'plan.made': 'outcome',
  'commit.made': 'outcome',
  'restore.done': 'outcome',
  'wait.ended': 'outcome',
  'approval.given': 'outcome',
  'items.listed': 'outcome',
  gathered: 'outcome',
  'tree.made': 'outcome',
  'merge.made': 'outcome',
  'workflow.ended': 'outcome',
  'workspace.failed': 'outcome',
  'run.started': 'fact',
  resumed: 'fact',
  'step.started': 'fact',
  'iteration.started': 'fact',
  'iteration.finished': 'fact',
  'step.finished': 'fact',
  'branch.taken': 'fact',
  warning: 'fact',
  'cancel.asked': 'fact',
  'deadline.passed': 'fact',
  'run.waiting': 'fact',
  'run.ending': 'fact',
  'run.finished': 'fact',
  'run.applied': 'fact',
  'run.undone': 'fact',
};

/** Of any event: what an act does is no intent of a workflow's. */
interface Typed {
  readonly type: string;
}

const isOf = ({ type }: Typed, sort: Sort): boolean => (sortOfEvent as Readonly<Record<string, Sort | undefined>>)[type] === sort;

export const isIntent = (event: Typed): event is Intent => isOf(event, 'intent');
export const isOutcome = (event: Typed): event is Outcome => isOf(event, 'outcome');
