import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/**
 * Messages to a run from other processes, kept in the store until the run's owner takes them. A send that resolves `ok` is on
 * disk. Failures as in `Journal`. Contract: `testing/inbox-contract.ts`.
 */
export interface Inbox {
  send(run: string, message: Message): Promise<Result<void, Failure>>;
  /** Messages after `afterId` (0 = all), in order of arrival. */
  receive(run: string, afterId: number): Promise<Result<Received[], Failure>>;
}

export interface Received {
  readonly id: number;
  readonly message: Message;
}

export type Message = { readonly kind: 'cancel'; readonly by: string };
