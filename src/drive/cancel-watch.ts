import type { Inbox } from '../ports/inbox.ts';

const pollMs = 200;

/** Hears that a run is to be cancelled: from this process through a signal, from others through the run's inbox. */
export class CancelWatch {
  /** Who asked for it; null while nobody has. */
  by: string | null = null;
  readonly requested: Promise<void>;
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(inbox: Inbox, run: string, signal: AbortSignal) {
    this.requested = new Promise((resolve) => {
      const cancel = (by: string) => {
        this.by ??= by;
        this.close();
        resolve();
      };
      signal.addEventListener('abort', () => cancel(String(signal.reason ?? 'the caller')), { once: true });
      let seen = 0;
      this.timer = setInterval(() => {
        // A store that cannot be read for a moment is asked again; one that stays broken fails the next append.
        inbox.receive(run, seen).then(
          (received) => {
            for (const { id, message } of received.ok ? received.value : []) {
              seen = id;
              if (message.kind === 'cancel') cancel(message.by);
            }
          },
          () => {},
        );
      }, pollMs);
      this.timer.unref();
    });
  }

  close(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }
}
