import type { Pauses } from '../ports/pauses.ts';

/** The pauses of an act, for the limits of time within it: of its code, and of calls that wait for acts within. */
export class ActPauses implements Pauses {
  isPaused = false;
  private readonly listeners = new Set<() => void>();

  /** How it stands now. */
  standsAt(isPaused: boolean): void {
    if (isPaused === this.isPaused) return;
    this.isPaused = isPaused;
    for (const listener of this.listeners) listener();
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
