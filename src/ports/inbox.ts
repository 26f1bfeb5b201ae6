import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/**
 * Messages to a run from other processes, kept in the store until the run's owner takes them. A send that resolves `ok` is on
 * disk. Failures as in `Journal`. Contract: `testing/inbox-contract.ts`.
 */
export interface Inbox {
  /** Gives the message's id, which grows. */
  send(run: string, message: Message): Promise<Result<number, Failure>>;
  /** Messages after `afterId` (0 = all), in order of arrival. */
  receive(run: string, afterId: number): Promise<Result<Received[], Failure>>;
}

export interface Received {
  readonly id: number;
  readonly message: Message;
}

/** `by`: who says it, for people: "pawl say", a user's name. */
export type Message = { readonly by: string } & (
  | { readonly kind: 'cancel' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'unpause' }
  /** Ends it, with what it has so far. */
  | { readonly kind: 'stop'; readonly reason: string }
  | { readonly kind: 'say'; readonly text: string }
  /** A question about the run, which it answers beside its work. `id` is the asker's, to find the answer by. */
  | { readonly kind: 'ask'; readonly id: string; readonly text: string }
  /** The answer to a question of the run's own; null = the oldest that waits. */
  | { readonly kind: 'answer'; readonly clarification: number | null; readonly text: string }
);
