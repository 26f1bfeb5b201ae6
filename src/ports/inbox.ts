/** Messages to a run from other processes, kept in the store until the run's owner takes them. Contract: `testing/inbox-contract.ts`. */
export interface Inbox {
  send(run: string, message: Message): Promise<void>;
  /** Messages after `afterId` (0 = all), in order of arrival. */
  receive(run: string, afterId: number): Promise<{ readonly id: number; readonly message: Message }[]>;
}

export type Message = { readonly kind: 'cancel'; readonly by: string };
