import type { Failure } from '../model/failure.ts';
import type { NanoUsd } from '../model/money.ts';
import type { Value } from '../model/value.ts';
import type { CommandEnd, CommitPlan, Findings, RestoreReport, Settings, Snapshot, SnapshotPurpose, Usage, WorkspaceFacts } from './facts.ts';

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
  | ({ readonly type: 'snapshot.requested'; readonly purpose: SnapshotPurpose } & At)
  | ({ readonly type: 'command.requested' } & At)
  | ({ readonly type: 'prompt.requested' } & At)
  | ({ readonly type: 'gate.requested' } & At)
  /** Work out the commit that takes the workspace from `before` to `after`; writes objects, moves nothing. */
  | ({ readonly type: 'plan.requested'; readonly before: Snapshot; readonly after: Snapshot; readonly subject: string } & At)
  /** Move the refs to the planned commit; all of the repository but the work tree goes back to `before`. */
  | ({ readonly type: 'commit.requested'; readonly before: Snapshot; readonly plan: CommitPlan } & At)
  /** Put everything back to `to`; `left` is the state that is being left, already recorded. */
  | ({ readonly type: 'restore.requested'; readonly to: Snapshot; readonly left: Snapshot } & At);

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
    }
  | { readonly type: 'step.started'; readonly step: string; readonly kind: 'command' | 'prompt' | 'loop' | 'parallel'; readonly group: string | null }
  | { readonly type: 'iteration.started'; readonly step: string; readonly iteration: number }
  | {
      readonly type: 'iteration.finished';
      readonly step: string;
      readonly iteration: number;
      /** kept; undone by the gate; or failed before it (runner or `require`). */
      readonly verdict: 'kept' | 'undone' | 'failed';
      /** Why it was not kept; '' where it was. */
      readonly reason: string;
    }
  | {
      readonly type: 'step.finished';
      readonly step: string;
      readonly group: string | null;
      /** `ok: false` has an error and no output. A parallel step has neither. */
      readonly result:
        | { readonly ok: true; readonly output: Value | null; readonly outcome: LoopOutcome }
        | { readonly ok: false; readonly error: string };
    }
  | { readonly type: 'branch.taken'; readonly step: string; readonly when: string; readonly goto: string; readonly jumps: number }
  | { readonly type: 'warning'; readonly step: string; readonly message: string }
  | { readonly type: 'cancel.requested'; readonly by: string }
  | {
      readonly type: 'run.finished';
      readonly status: RunStatus;
      readonly outcome: RunOutcome;
      readonly error: string | null;
      readonly totals: Totals;
    };

/** How a step that is ok ended; plain steps are always `completed`. */
export type LoopOutcome = 'completed' | 'exhausted' | 'stuck';
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

export type EventType = RunEvent['type'];
export type IntentType = Intent['type'];
export type OutcomeType = Outcome['type'];
