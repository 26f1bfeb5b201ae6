import type { StoredEvent } from '../../core/events/envelope.ts';

/** All events of a run, for any number of readers: each gets them from the first on, and waits for those to come. */
export class EventFeed implements AsyncIterable<StoredEvent> {
  private readonly events: StoredEvent[] = [];
  private isOver = false;
  private more: () => void = () => {};
  private waiting: Promise<void> = this.nextWait();

  push(stored: StoredEvent): void {
    this.events.push(stored);
    this.wake();
  }

  end(): void {
    this.isOver = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<StoredEvent> {
    for (let at = 0; ; at++) {
      while (at >= this.events.length) {
        if (this.isOver) return;
        await this.waiting;
      }
      yield this.events[at] as StoredEvent;
    }
  }

  private wake(): void {
    const { more } = this;
    this.waiting = this.nextWait();
    more();
  }

  private nextWait(): Promise<void> {
    return new Promise((resolve) => {
      this.more = resolve;
    });
  }
}
