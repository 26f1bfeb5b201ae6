import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';

/** A timer takes at most so long; a longer wait is several. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  async wait(ms, signal) {
    try {
      for (let leftMs = ms; leftMs > 0; leftMs -= longestTimerMs) await sleep(Math.min(leftMs, longestTimerMs), undefined, { signal });
    } catch {
      // Aborted: whoever waits looks at the signal.
    }
  },
};
