/**
 * What a run performs at the moment, and the word that something has come of it. In place of a `Promise.race` with promises that last
 * as long as the run: each race leaves its listeners on those, so that every step made the process, and with it each fork, larger.
 */
export class UnderWay {
  private readonly performed = new Set<Promise<unknown>>();
  private wake: (() => void) | null = null;
  private isStirred = false;

  get size(): number {
    return this.performed.size;
  }

  /** `performing` must not reject. */
  add(performing: Promise<void>): void {
    this.performed.add(performing);
    void performing.then(() => {
      this.performed.delete(performing);
      this.stir();
    });
  }

  /** Something has come, of these or from elsewhere. */
  stir(): void {
    this.isStirred = true;
    this.wake?.();
  }

  /** Resolves once something has come since this was last waited for; at most one waits. */
  async stirred(): Promise<void> {
    if (!this.isStirred) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    this.wake = null;
    this.isStirred = false;
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    await Promise.all(this.performed);
  }
}
