import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';
import type { Inbox, Received } from '../ports/inbox.ts';
import type { KeptMessages } from './kept-messages.ts';

/** Half a second is all that a person is to wait who says something to a run, and a look takes 0.1 ms. */
const pollMs = 100;

/** Hears what other processes say to a run, in order, each message once. */
export class InboxWatch {
  private readonly timer: ReturnType<typeof setInterval>;
  private looking = false;

  /** `take` is called with one after another, those that were kept first; the next when it has resolved. */
  constructor(inbox: Inbox, run: string, { kept, afterId }: KeptMessages, take: (received: Received) => Promise<unknown>) {
    const waiting = [...kept];
    let seen = afterId;
    const look = async (): Promise<void> => {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        await take(next);
        waiting.shift();
      }
      // A store that cannot be read for a moment is asked again; one that stays broken fails the next append.
      const received: Result<Received[], Failure> = await inbox.receive(run, seen);
      for (const message of received.ok ? received.value : []) {
        await take(message);
        seen = message.id;
      }
    };
    this.timer = setInterval(() => {
      if (this.looking) return;
      this.looking = true;
      void look()
        .catch(() => {})
        .finally(() => {
          this.looking = false;
        });
    }, pollMs);
  }

  close(): void {
    clearInterval(this.timer);
  }
}
