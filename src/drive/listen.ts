import type { Deadline } from '../journaling/deadline.ts';
import { InboxWatch } from '../journaling/inbox-watch.ts';
import { steeringOf } from '../journaling/steering-of.ts';
import type { Around } from '../ports/around.ts';
import type { Inbox } from '../ports/inbox.ts';
import type { Steering } from './steering.ts';

/** From where a run hears things while it is driven. */
interface Sources {
  readonly inbox: Inbox;
  readonly run: string;
  /** The last message that it has heard already. */
  readonly afterId: number;
  /** Aborting it cancels the run. */
  readonly signal: AbortSignal;
  readonly deadline: Deadline;
  /** null for a run that is no part of another one. */
  readonly around: Around | null;
}

/** Hands all that is said to a run on to its driver, until it is closed. */
export function listen(steering: Steering, { inbox, run, afterId, signal, deadline, around }: Sources): { close(): void } {
  const watch = new InboxWatch(inbox, run, { kept: [], afterId }, (received) =>
    steering.take((state) => steeringOf(received, state.steering)),
  );
  const cancelled = (): void => void steering.take(() => [{ type: 'cancel.asked', by: String(signal.reason) }]);
  if (signal.aborted) cancelled();
  else signal.addEventListener('abort', cancelled, { once: true });
  void deadline.passed.then(() => steering.take(() => deadline.events));
  const tell = around?.teller();
  const told = (): void => {
    if (tell !== undefined) void steering.take((state) => tell(state.steering));
  };
  const unlisten = around?.listen(told);
  told();
  return {
    close() {
      watch.close();
      signal.removeEventListener('abort', cancelled);
      unlisten?.();
    },
  };
}
