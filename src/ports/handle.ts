import type { StoredEvent } from '../core/events/envelope.ts';

/** What `result` rejects with. */
export { RunFailed } from '../core/model/run-failed.ts';

/**
 * Whatever runs, in the hands of whoever began it: an act, a run of a workflow, a part of either. The same can be said to it from another process.
 * Contract: `testing/handle-contract.ts`.
 */
export interface Handle<T> {
  /** Its id, once it is in the journal. Rejects as `result` does where it could not be begun. */
  readonly run: Promise<string>;
  /** What came of it. Rejects with a `RunFailed` where it failed, was cancelled or could not be begun: never a result that tells of an error. */
  result(): Promise<T>;
  done(): boolean;
  /** Answers a question about it from what it knows by now; reads, and never disturbs it. Rejects where it cannot be answered. */
  ask(question: string): Promise<string>;
  /** Tells it something, which it hears before its next turn or prompt. Resolves once that is in the journal. */
  interject(message: string): Promise<void>;
  /** Nothing new is begun until `resume`; what is under way goes on. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends it; what it did stays. Resolves once it has ended. */
  stop(reason?: string): Promise<void>;
  /** What it tells of its progress, from the beginning. */
  readonly notifications: AsyncIterable<Notification>;
  /** The next question of its own that nobody has answered; null when it ends without one. */
  nextClarification(): Promise<Clarification | null>;
  /** Answers one of them. Rejects where there is none of that number. */
  answer(id: number, text: string): Promise<void>;
  /** Its events, from the first, as they come to be on disk. */
  readonly events: AsyncIterable<StoredEvent>;
  /** What it has cost so far. */
  readonly usage: HandleUsage;
}

export interface Notification {
  readonly atMs: number;
  readonly text: string;
}

export interface Clarification {
  readonly id: number;
  readonly question: string;
}

export interface HandleUsage {
  /** Calls of models. */
  readonly calls: number;
  /** In dollars; what `unpricedCalls` cost is not in it. */
  readonly costUsd: number;
  readonly unpricedCalls: number;
  readonly tokens: number;
}
