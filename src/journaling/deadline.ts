import type { StoredEvent } from '../core/events/envelope.ts';
import type { Fact } from '../core/events/event.ts';

/** A timer takes at most so long; a run that may take longer than 24 days has no limit that matters. */
const longestTimerMs = 2 ** 31 - 1;

/** Tells when a run has taken as long as it may. */
export class Deadline {
  /** Resolves then; never, where there is no limit. */
  readonly passed: Promise<void>;
  /** What there is to say of it: nothing, before then. */
  events: readonly Extract<Fact, { type: 'deadline.passed' }>[] = [];
  private readonly limitMs: number | null;
  private leftMs: number;
  /** Since when the time counts, by the process's clock; null while it does not. */
  private sinceMs: number | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private pass: () => void = () => {};

  /** `spentMs`: what the run has taken so far. */
  constructor(limitMs: number | null, spentMs: number) {
    this.limitMs = limitMs;
    this.leftMs = Math.max(0, (limitMs ?? 0) - spentMs);
    this.passed = new Promise((resolve) => {
      this.pass = resolve;
    });
    this.counts(true);
  }

  /** Whether the time that passes from here on counts; said as often as one likes. A run that is paused takes none. */
  counts(does: boolean): void {
    if (this.limitMs === null || this.events.length > 0 || does === (this.sinceMs !== null)) return;
    if (this.sinceMs !== null) {
      this.leftMs = Math.max(0, this.leftMs - (performance.now() - this.sinceMs));
      this.close();
      this.sinceMs = null;
      return;
    }
    const { limitMs } = this;
    this.sinceMs = performance.now();
    this.timer = setTimeout(
      () => {
        this.events = [{ type: 'deadline.passed', limitMs }];
        this.pass();
      },
      Math.min(this.leftMs, longestTimerMs),
    );
    this.timer.unref();
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }
}

/**
 * How long a run has been driven so far, by the clock on the wall: from where it was started or taken up again to the last event
 * before it was left, without the time that it was paused. A clock that went back counts as nothing.
 */
export function drivenMs(history: readonly StoredEvent[]): number {
  let sumMs = 0;
  let isPaused = false;
  let last: StoredEvent | null = null;
  for (const stored of history) {
    const { type } = stored.event;
    if (last !== null && type !== 'resumed' && !isPaused) sumMs += Math.max(0, stored.atMs - last.atMs);
    if (type === 'paused') isPaused = true;
    if (type === 'unpaused' || type === 'resumed') isPaused = false;
    last = stored;
  }
  return sumMs;
}
