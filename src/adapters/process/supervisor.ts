import type { ChildProcess } from 'node:child_process';
import { endAtExit } from './exit-kill.ts';
import { endGroup, graceMs, leftoverGraceMs, signalGroup } from './process-group.ts';

/** Why a program was ended from outside. */
export type Cut = 'timeout' | 'idle' | 'cancelled' | 'failed';

export interface Limits {
  readonly timeoutMs: number;
  readonly idleTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** How a program ended: by itself (code or signal), cut off, or never started. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly cut: Cut | null;
  /** What `spawn` emitted where it did not start. */
  readonly startError: Error | null;
}

/** The longest that a timer of Node's can wait. */
const longestMs = 2 ** 31 - 1;

/** How long to wait for a program that got KILL: longer only in an uninterruptible wait, which may never end. */
const killedWaitMs = 5000;

/**
 * Watches over one started program: time limits, cancelling, and the end of its whole group. `ended` resolves when the
 * program has ended and nothing of its group runs any more.
 */
export class Supervisor {
  readonly ended: Promise<Ended>;
  readonly #group: number | undefined;
  readonly #idleMs: number | undefined;
  #cut: Cut | null = null;
  #cutEndsMs = 0;
  /** Its number may belong to strangers from now on. */
  #over = false;
  #timers: NodeJS.Timeout[] = [];
  #idleTimer: NodeJS.Timeout | null = null;
  #giveUp: () => void = () => undefined;

  constructor(child: ChildProcess, limits: Limits) {
    this.#group = child.pid;
    this.#idleMs = limits.idleTimeoutMs;
    const onAbort = () => this.cut('cancelled');
    this.#timers.push(setTimeout(() => this.cut('timeout'), Math.min(limits.timeoutMs, longestMs)));
    limits.signal?.addEventListener('abort', onAbort, { once: true });
    if (limits.signal?.aborted) this.cut('cancelled');
    this.heard();
    // Whoever can be cancelled is a run's own work.
    const spare = child.pid === undefined ? () => undefined : endAtExit(child.pid, limits.signal ? 'SIGKILL' : 'SIGTERM');
    this.ended = this.#watch(child).finally(() => {
      this.#over = true;
      spare();
      limits.signal?.removeEventListener('abort', onAbort);
      for (const timer of this.#timers) clearTimeout(timer);
      if (this.#idleTimer) clearTimeout(this.#idleTimer);
      this.#idleTimer = null;
    });
  }

  /** Ends the group: TERM, KILL after the grace. The first cause counts. */
  cut(cause: Cut): void {
    if (this.#cut !== null || this.#over || this.#group === undefined) return;
    const group = this.#group;
    this.#cut = cause;
    this.#cutEndsMs = performance.now() + graceMs;
    signalGroup(group, 'SIGTERM');
    this.#timers.push(
      setTimeout(() => signalGroup(group, 'SIGKILL'), graceMs),
      setTimeout(() => this.#giveUp(), graceMs + killedWaitMs),
    );
  }

  /** The program has printed something: the idle time starts anew. */
  heard(): void {
    if (this.#idleMs === undefined || this.#over || this.#cut !== null) return;
    if (this.#idleTimer) this.#idleTimer.refresh();
    else this.#idleTimer = setTimeout(() => this.cut('idle'), Math.min(this.#idleMs, longestMs));
  }

  /** Its reader is behind and the program may have to wait: that silence is not its own. The next `heard` goes on. */
  holdIdle(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }

  async #watch(child: ChildProcess): Promise<Ended> {
    const end = await new Promise<Omit<Ended, 'cut'>>((resolve) => {
      child.once('error', (startError) => {
        // Also emitted for a failed kill or message, neither of which is asked of it.
        if (child.pid === undefined) resolve({ code: null, signal: null, startError });
      });
      child.once('exit', (code, signal) => resolve({ code, signal, startError: null }));
      this.#giveUp = () => resolve({ code: null, signal: 'SIGKILL', startError: null });
    });
    // Decided now: what the leftovers take to end is not the program's time.
    const cut = this.#cut;
    if (this.#group !== undefined) {
      const untilMs = cut === null ? performance.now() + leftoverGraceMs : this.#cutEndsMs;
      await endGroup(this.#group, untilMs);
    }
    return { ...end, cut };
  }
}
