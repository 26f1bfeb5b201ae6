import type { StoredEvent } from '../core/events/envelope.ts';
import type { Inbox, Received } from '../ports/inbox.ts';

/** What is in a run's inbox when somebody begins to drive it. */
export interface KeptMessages {
  /** What was said while nobody drove it, and what whoever drove it before had not taken yet. */
  readonly kept: readonly Received[];
  /** The last of all messages by then. */
  readonly afterId: number;
}

/**
 * What whoever takes a run up has to hear, by the messages that its journal has taken already. A wish to cancel, stop or pause it was one to
 * whoever drove it then.
 */
export async function keptMessages(inbox: Inbox, run: string, history: readonly StoredEvent[]): Promise<KeptMessages> {
  let last = 0;
  for (const { event } of history) if ('message' in event && typeof event.message === 'number') last = Math.max(last, event.message);
  const received = await inbox.receive(run, last);
  const all = received.ok ? received.value : [];
  const kept = all.filter(({ message: { kind } }) => kind === 'say' || kind === 'ask' || kind === 'answer');
  return { kept, afterId: all.at(-1)?.id ?? last };
}
