import type { Clock } from '../../src/ports/clock.ts';

/** A clock that goes on only when it is waited for: by as much as the waits that are open need. Its longest wait is remembered. */
export class VirtualClock implements Clock {
  private nowMsNow: number;
  private monotonicMsNow = 0;
  longestWaitMs = 0;

  constructor(nowMs: number) {
    this.nowMsNow = nowMs;
  }

  nowMs(): number {
    return this.nowMsNow;
  }

  monotonicMs(): number {
    return this.monotonicMsNow;
  }

  /** Sets the clock on the wall, as a person or a network does. */
  set(nowMs: number): void {
    this.nowMsNow = nowMs;
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    this.longestWaitMs = Math.max(this.longestWaitMs, ms);
    // Whatever else is under way has its turn.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) return;
    this.nowMsNow += ms;
    this.monotonicMsNow += ms;
  }
}
