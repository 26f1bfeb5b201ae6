import type { Failure } from '../core/model/failure.ts';

/** The work that an act has under way, and what woke whoever waits for it. */
export class UnderWay {
  /** What ended everything; null = nothing did. */
  failure: Failure | null = null;
  private readonly work = new Set<Promise<unknown>>();
  private bug: { readonly cause: unknown } | null = null;
  private resolve: () => void = () => {};

  add(work: Promise<unknown>): void {
    const running = work
      .catch((cause: unknown) => {
        this.bug ??= { cause };
      })
      .finally(() => {
        this.work.delete(running);
        this.wake();
      });
    this.work.add(running);
  }

  breakOff(failure: Failure): void {
    this.failure ??= failure;
    this.wake();
  }

  wake(): void {
    this.resolve();
  }

  /** Resolves with the next thing that happens. Throws where performing something broke: that is a bug. */
  woken(): Promise<void> {
    if (this.bug !== null) throw new Error('performing an act broke', this.bug);
    return new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  get isIdle(): boolean {
    return this.work.size === 0;
  }

  async ended(): Promise<void> {
    while (this.work.size > 0) await Promise.allSettled(this.work);
  }
}
