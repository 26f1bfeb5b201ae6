import type { Finish } from '../model/conversation.ts';
import type { Failure } from '../model/failure.ts';
import type { Json } from '../model/json.ts';
import type { NanoUsd } from '../model/money.ts';
import type { Value } from '../model/value.ts';
import type { EffectEvent } from './effect-event.ts';
import type { PinnedFunction, Snapshot, SnapshotPurpose, Usage, Wait, WorkspaceFacts } from './event-parts.ts';

/**
 * Everything that can happen in an act, besides what can happen to any run. As in workflows: *intents* (`….requested`) name one thing to do, with an
 * operation number `op`, unique in the act; *outcomes* name what came of it; *facts* are what was concluded from them, or what a
 * person said.
 */
export type ActEvent = ActIntent | ActOutcome | ActFact | EffectEvent;

export type ActIntent =
  /** Ask the model. `turn` is 1-based; `attempt` counts requests for the same turn. `tools`: the names that are offered. `wait`: passes first. */
  | {
      readonly type: 'turn.requested';
      readonly op: number;
      readonly turn: number;
      readonly attempt: number;
      readonly tools: readonly string[];
      readonly wait: Wait | null;
    }
  /** Carry out one call of the model's, the `call`th of its turn (from 0). */
  | { readonly type: 'tool.requested'; readonly op: number; readonly turn: number; readonly call: number }
  /** Run the function that the act was begun with, before any turn. */
  | { readonly type: 'entrypoint.requested'; readonly op: number }
  /**
   * Look through what was done for what is worth keeping. `reviewer`: the run of the librarian that does; null = nobody can, and it is skipped.
   * It is carried out when the act is finished: nobody waits for it.
   */
  | {
      readonly type: 'review.requested';
      readonly op: number;
      readonly reviewer: string | null;
      readonly label: string;
      readonly instructions: string | null;
    }
  /** Carry out the edits that a librarian has set down. */
  | { readonly type: 'edits.requested'; readonly op: number };

export type ActOutcome =
  | {
      readonly type: 'turn.ended';
      readonly op: number;
      /** sha256 of the request in canonical JSON. */
      readonly digest: string;
      readonly reply: ({ readonly ok: true } & TurnReply) | { readonly ok: false; readonly failure: Failure };
      readonly usage: Usage;
      readonly warnings: readonly string[];
      readonly durationMs: number;
    }
  /** `carriedOut`: false where the tool itself failed; code that threw is a result like any other. */
  | {
      readonly type: 'tool.ended';
      readonly op: number;
      readonly output: Value;
      readonly isError: boolean;
      readonly carriedOut: boolean;
      /** What it means for the loop itself, for the few tools of which that is more than their output. */
      readonly meaning: ToolMeaning | null;
      readonly durationMs: number;
    }
  | {
      readonly type: 'entrypoint.ended';
      readonly op: number;
      readonly result: EntrypointResult;
      /** What it gave and printed, as a model reads it. */
      readonly output: Value;
      readonly durationMs: number;
    }
  | ({ readonly type: 'review.ended'; readonly op: number } & StorageEnd)
  | { readonly type: 'edits.ended'; readonly op: number; readonly result: EditsResult };

/** What looking for what is worth keeping came to. */
export interface StorageEnd {
  readonly outcome: 'stored' | 'nothing' | 'skipped' | 'stopped' | 'failed';
  /** The librarian's own words, or why there are none. */
  readonly summary: string;
  /** The set of edits that was applied, by its id; null = none was. */
  readonly set: string | null;
  /** What it changed in the library, a few words each: "new function sum_invoices". */
  readonly changes: readonly string[];
  readonly spent: Spent;
}

/** What models took. */
export type Spent = Pick<ActTotals, 'calls' | 'unpricedCalls' | 'nanoUsd' | 'tokens'>;

/** `told`: what stood in the way. `dropped`: the places of the edits that cannot be carried out; the others stay set down. */
export type EditsResult =
  | { readonly ok: true; readonly set: string; readonly changes: readonly string[] }
  | { readonly ok: false; readonly told: string; readonly dropped: readonly number[] };

/** `value`: JSON. `told`: what the model that takes over is told of it: what failed, and what was done. */
export type EntrypointResult =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure; readonly told: Value };

export type ToolMeaning =
  /** The conversation goes on from this. */
  | { readonly kind: 'compressed'; readonly summary: Value }
  /** Sessions that are opened from now on have these packages. */
  | ({ readonly kind: 'installed' } & PackageSet)
  /** An edit of the library (JSON) that is carried out with all others in the end. */
  | { readonly kind: 'staged'; readonly edit: Value };

/** What code may import. `packages`: exact, as "name@1.2.3"; `manifest` and `lock`: the texts of npm's two files. */
export interface PackageSet {
  readonly packages: readonly string[];
  readonly manifest: Value;
  readonly lock: Value;
}

export interface TurnReply {
  readonly text: Value;
  readonly calls: readonly TurnCall[];
  readonly finish: Finish;
  readonly opaque: Json | null;
  /** Whether the text is blank. */
  readonly blank: boolean;
  /** The text as a final answer: the JSON alone, where a schema is wanted of it. */
  readonly answer: Value;
  /** What is wrong with the text as a final answer, where a schema is wanted of it; null = nothing. */
  readonly misshapen: string | null;
}

/** A call as the model made it, and what was found when it was read. */
export interface TurnCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Value;
  /** sha256 of the name and the arguments in canonical JSON; null where they are no JSON. */
  readonly digest: string | null;
  /** Why it cannot be carried out, as the model is told; null = it can. */
  readonly problem: CallProblem | null;
}

export interface CallProblem {
  readonly kind: 'unknown_tool' | 'not_offered' | 'cut' | 'no_json' | 'bad_arguments';
  readonly told: string;
}

type ActFact =
  | {
      readonly type: 'act.started';
      readonly request: Value;
      readonly settings: ActSettings;
      /** The run that this act is a part of, or null. */
      readonly parent: string | null;
      readonly workspace: WorkspaceFacts;
      /** Whether the workspace is recorded before and after. */
      readonly recorded: boolean;
    }
  | { readonly type: 'act.recorded'; readonly purpose: SnapshotPurpose; readonly snapshot: Snapshot }
  | { readonly type: 'phase.entered'; readonly phase: ActPhase; readonly label: string }
  /** A call that is not carried out, with what the model is told instead. */
  | { readonly type: 'call.refused'; readonly turn: number; readonly call: number; readonly told: string }
  /** The model is told what was wrong with its last reply. */
  | { readonly type: 'model.told'; readonly text: string }
  | { readonly type: 'notified'; readonly text: string }
  /** A stored function is used for the first time in the run: all of the run goes by it as it is now. */
  | { readonly type: 'function.pinned'; readonly function: PinnedFunction }
  /** An act within that code does not wait for: it goes on beside this one. `call`: the arguments of its call, JSON. */
  | { readonly type: 'act.adopted'; readonly op: number; readonly run: string; readonly call: Value }
  /** It has ended. `told`: what the model hears of it. `nanoUsd` null = not known. */
  | {
      readonly type: 'act.released';
      readonly run: string;
      readonly told: string;
      readonly nanoUsd: NanoUsd | null;
      readonly tokens: number;
    }
  /** A librarian has begun to store something beside the act, which the model asked for; the act does not wait for it. `pass`: its run. */
  | { readonly type: 'storage.begun'; readonly op: number; readonly pass: string; readonly label: string; readonly request: string }
  /** It has ended while the act went on. */
  | ({ readonly type: 'storage.ended'; readonly pass: string } & StorageEnd)
  /** `within`: the act within this one whose model asks, by the call `op`, and the number of the question there; absent where its own model does. */
  | {
      readonly type: 'clarification.asked';
      readonly id: number;
      readonly op: number;
      readonly question: string;
      readonly within?: { readonly run: string; readonly id: number };
    }
  | {
      readonly type: 'clarification.answered';
      readonly id: number;
      readonly text: string;
      readonly by: string;
      readonly message: number | null;
    }
  /** How it will end; what is left to do is to record the state that it leaves. */
  | { readonly type: 'act.ending'; readonly ending: ActEnding }
  /** `review`: the run of the review that is still to come; absent = there is none. */
  | { readonly type: 'act.finished'; readonly ending: ActEnding; readonly totals: ActTotals; readonly review?: string };

export type ActPhase = 'doing' | 'review' | 'done';

export interface ActEnding {
  readonly status: 'succeeded' | 'failed' | 'cancelled';
  readonly outcome: 'completed' | 'stopped' | 'exhausted' | 'stuck' | 'budget' | 'failed' | 'cancelled';
  /** The final answer; null unless succeeded. */
  readonly result: Value | null;
  /** null unless failed. */
  readonly failure: Failure | null;
}

export interface ActTotals {
  readonly turns: number;
  readonly toolCalls: number;
  readonly effects: number;
  readonly calls: number;
  readonly nanoUsd: NanoUsd;
  readonly unpricedCalls: number;
  readonly tokens: number;
}

/** What a task wants of the review of its act. */
export interface ReviewContext {
  /** How the review is called where people watch; null = as ever. */
  readonly label: string | null;
  readonly instructions: string;
  /** The only tools of the librarian that it may use; null = all. */
  readonly tools: readonly string[] | null;
}

/** Which instance of which task: that has one of each key. */
export interface OccurrenceName {
  readonly task: string;
  readonly key: string;
}

/** How an act was asked for. */
export interface ActSettings {
  /** Absent = it carries out a task. A librarian looks through what another act did, and touches nothing but the library. */
  readonly role?: 'librarian';
  /** Absent = the review has none. It holds where the act succeeds and is not stopped. */
  readonly reviewContext?: ReviewContext;
  /** The occurrence of a task that it performs: its run belongs to that, and to no other. Absent = it was begun by itself. */
  readonly occurrence?: OccurrenceName;
  /** The model by name, and what a person reads of it; '' = nobody can be asked. */
  readonly model: string;
  readonly modelLabel: string;
  readonly contextTokens: number;
  readonly canStore: boolean;
  readonly canCompose: boolean;
  readonly persist: boolean;
  /** The stored function that it is a run of; null = none. `args`: its argument, JSON. */
  readonly entrypoint: { readonly name: string; readonly args: Value; readonly repairAttempts: number } | null;
  readonly guidelines: string | null;
  readonly responseSchema: Json | null;
  /** Whether code runs although a layer of isolation is missing. */
  readonly weakSandbox: boolean;
  /** The file that the replies of a scripted model come from; null for a real one. */
  readonly script: string | null;
  readonly limits: ActLimits;
  /** In the environment of every child. Random; no secret. */
  readonly runToken: string;
  /** What the randomness of its sessions is drawn from. */
  readonly seed: string;
}

export interface ActLimits {
  readonly turns: number;
  readonly wallClockMs: number;
  readonly nanoUsd: NanoUsd | null;
  readonly tokens: number | null;
  readonly codeTimeoutMs: number;
}

/** Every kind of event that only acts have: one that is added to the union must be named here. */
export const actEventTypes: { readonly [T in ActEvent['type']]: true } = {
  'turn.requested': true,
  'tool.requested': true,
  'entrypoint.requested': true,
  'review.requested': true,
  'edits.requested': true,
  'turn.ended': true,
  'tool.ended': true,
  'entrypoint.ended': true,
  'review.ended': true,
  'edits.ended': true,
  'act.started': true,
  'act.recorded': true,
  'phase.entered': true,
  'call.refused': true,
  'model.told': true,
  notified: true,
  'function.pinned': true,
  'act.adopted': true,
  'act.released': true,
  'storage.begun': true,
  'storage.ended': true,
  'clarification.asked': true,
  'clarification.answered': true,
  'act.ending': true,
  'act.finished': true,
  'effect.requested': true,
  'effect.ended': true,
  'effect.held': true,
  'effect.judged': true,
};
