import { fail, ok, type Result } from '../../core/model/result.ts';

/** Resolves when so much time has passed, or the signal is aborted. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** As long as whoever is one too many waits. */
const waitMs = 30_000;

interface Waiting {
  readonly most: number;
  readonly give: () => void;
}

/** So many of something at once in this process; whoever comes then waits a while for one of them to end, in the order in which they came. */
export class Slots {
  private readonly what: string;
  private readonly wait: Wait;
  private taken = 0;
  private waiting: Waiting[] = [];

  /** `what`: of what, in the plural. */
  constructor(what: string, wait: Wait) {
    this.what = what;
    this.wait = wait;
  }

  /** Gives how the place is given back. Fails, in words, where none came free in time. */
  async take(most: number, signal: AbortSignal): Promise<Result<() => void, string>> {
    if (this.taken < most && this.waiting.length === 0) return ok(this.given());
    const done = new AbortController();
    let release: (() => void) | null = null;
    const turn = new Promise<void>((resolve) => {
      const give = (): void => {
        release = this.given();
        resolve();
      };
      const waiting = { most, give };
      this.waiting.push(waiting);
      done.signal.addEventListener('abort', () => {
        this.waiting = this.waiting.filter((each) => each !== waiting);
      });
    });
    await Promise.race([turn, this.wait(waitMs, AbortSignal.any([signal, done.signal]))]);
    done.abort();
    if (release !== null) return ok(release);
    // Whoever stood behind it may be content with less room.
    this.serve();
    if (signal.aborted) return fail(`it was ended while it waited for one of the ${most} ${this.what} to end`);
    return fail(`there are ${this.taken} ${this.what} in this process, there may be ${most}, and none ended in ${waitMs / 1000} s`);
  }

  private given(): () => void {
    this.taken += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.taken -= 1;
      this.serve();
    };
  }

  private serve(): void {
    for (let next = this.waiting[0]; next !== undefined && this.taken < next.most; next = this.waiting[0]) {
      this.waiting.shift();
      next.give();
    }
  }
}
