import type { Failure } from '../model/failure.ts';
import type { NanoUsd } from '../model/money.ts';
import type { Value } from '../model/value.ts';
import type {
  CommandEnd,
  CommitPlan,
  Findings,
  RestoreReport,
  Settings,
  Snapshot,
  SnapshotPurpose,
  Undoing,
  Usage,
  WorkspaceFacts,
} from './event-parts.ts';

/**
 * Everything that can happen in a run: the waist between the engine, the store and all readers. Append-only; a change of
 * meaning is a new version of the envelope and an upcaster at the read edge, never an edit here.
 *
 * Three sorts. *Intents* (`….requested`) name one thing that the driver must do, with an operation number `op`, unique in the
 * run. *Outcomes* name what came of the intent with that `op`. *Facts* are what the engine concluded from them.
 * `iteration` is 1-based inside a loop and 0 for a plain step.
 */
export type RunEvent = Intent | Outcome | Fact;

/** The place in a workflow that an intent serves. `step` is '' for what serves the run as a whole. */
interface At {
  readonly op: number;
  readonly step: string;
  readonly iteration: number;
}

export type Intent =
  /** `name` is unique in the run; it becomes the ref `refs/pawl/<run>/<name>` that a person can look at. `because`: only with `left`. */
  | ({
      readonly type: 'snapshot.requested';
      readonly purpose: SnapshotPurpose;
      readonly name: string;
      readonly because: Undoing | null;
    } & At)
  /** `attempt` counts how often this was performed: above 1 only after a crash. */
  | ({ readonly type: 'command.requested'; readonly attempt: number } & At)
  /** `model` is the step's own, or the tier that the workflow downgrades to near the end of a budget; null = the runner's choice. */
  | ({ readonly type: 'prompt.requested'; readonly attempt: number; readonly model: string | null } & At)
  /** `answered` is the state that the gate judges: what it goes back to when the gate has to be run again; null where none is recorded. */
  | ({ readonly type: 'gate.requested'; readonly answered: Snapshot | null } & At)
  /** Work out the commit that takes the workspace from `before` to `after`; writes objects, moves nothing. */
  | ({ readonly type: 'plan.requested'; readonly before: Snapshot; readonly after: Snapshot; readonly subject: string } & At)
  /** Move the refs to the planned commit; all of the repository but the work tree goes back to `before`. */
  | ({ readonly type: 'commit.requested'; readonly before: Snapshot; readonly plan: CommitPlan } & At)
  /** Put everything back to `to`; `left` is the state that is being left, already recorded. */
  | ({ readonly type: 'restore.requested'; readonly to: Snapshot; readonly left: Snapshot; readonly because: Undoing } & At);

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
    }
  | {
      readonly type: 'gate.ended';
      readonly op: number;
      readonly end: CommandEnd;
      readonly output: Value;
      readonly cutBytes: number;
      readonly durationMs: number;
    }
  /** `plan` is null where the iteration changed nothing. */
  | { readonly type: 'plan.made'; readonly op: number; readonly plan: CommitPlan | null }
  | { readonly type: 'commit.made'; readonly op: number; readonly commit: string; readonly warnings: readonly string[] }
  | { readonly type: 'restore.done'; readonly op: number; readonly report: RestoreReport }
  /** A snapshot, plan, commit or restore could not be done. */
  | { readonly type: 'workspace.failed'; readonly op: number; readonly failure: Failure };

export type Fact =
  | {
      readonly type: 'run.started';
      readonly workflow: { readonly name: string; readonly digest: string; readonly source: Value; readonly file: string | null };
      readonly input: Value;
      readonly settings: Settings;
      readonly workspace: WorkspaceFacts;
      /** Whether the workspace is recorded and put back: in a git repository, unless a merge or the like was under way. */
      readonly recorded: boolean;
    }
  /** `group` is the parallel step that this one is a child of. */
  | { readonly type: 'step.started'; readonly step: string; readonly kind: 'command' | 'prompt' | 'loop'; readonly group: string | null }
  | { readonly type: 'step.started'; readonly step: string; readonly kind: 'parallel'; readonly children: readonly string[] }
  | { readonly type: 'iteration.started'; readonly step: string; readonly iteration: number }
  | {
      readonly type: 'iteration.finished';
      readonly step: string;
      readonly iteration: number;
      /** kept; undone by the gate; or failed before it (runner or `require`). */
      readonly verdict: 'kept' | 'undone' | 'failed';
      /** Why it was not kept; '' where it was. */
      readonly reason: string;
      /** Whether the loop ends with it, whatever it could still do: a gate that could not give a verdict, a commit that failed. */
      readonly fatal: boolean;
    }
  | {
      readonly type: 'step.finished';
      readonly step: string;
      /** As in its `step.started`; null for a parallel step. */
      readonly group: string | null;
      /** `ok: false` has an error and no output. A parallel step has neither. */
      readonly result:
        | { readonly ok: true; readonly output: Value | null; readonly outcome: 'completed' | 'exhausted' | 'stuck' | 'budget' }
        | { readonly ok: false; readonly error: string; readonly why: 'failed' | 'stuck' | 'budget' | 'cancelled' };
    }
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
  /** How the run will end; what is left to do is to record the state it leaves. */
  | ({ readonly type: 'run.ending' } & Ending)
  | ({ readonly type: 'run.finished'; readonly totals: Totals } & Ending)
  /** After the end, when a person took its commits or put everything back. */
  | { readonly type: 'run.applied'; readonly commit: string; readonly said: string }
  | { readonly type: 'run.undone'; readonly left: Snapshot };

export interface Ending {
  readonly status: RunStatus;
  readonly outcome: RunOutcome;
  /** In words; null unless failed. */
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
  readonly [T in RunEvent['type']]: T extends Intent['type'] ? 'intent' : T extends Outcome['type'] ? 'outcome' : 'fact';
} = {
  'snapshot.requested': 'intent',
  'command.requested': 'intent',
  'prompt.requested': 'intent',
  'gate.requested': 'intent',
  'plan.requested': 'intent',
  'commit.requested': 'intent',
  'restore.requested': 'intent',
  'snapshot.taken': 'outcome',
  'command.ended': 'outcome',
  'prompt.ended': 'outcome',
  'gate.ended': 'outcome',
  'plan.made': 'outcome',
  'commit.made': 'outcome',
  'restore.done': 'outcome',
  'workspace.failed': 'outcome',
  'run.started': 'fact',
  'step.started': 'fact',
  'iteration.started': 'fact',
  'iteration.finished': 'fact',
  'step.finished': 'fact',
  'branch.taken': 'fact',
  warning: 'fact',
  'cancel.asked': 'fact',
  'run.ending': 'fact',
  'run.finished': 'fact',
  'run.applied': 'fact',
  'run.undone': 'fact',
};

const isOf = (event: RunEvent, sort: Sort): boolean => sortOfEvent[event.type] === sort;

export const isIntent = (event: RunEvent): event is Intent => isOf(event, 'intent');
export const isOutcome = (event: RunEvent): event is Outcome => isOf(event, 'outcome');
