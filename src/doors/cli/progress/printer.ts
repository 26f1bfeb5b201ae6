import type { StoredEvent } from '../../../core/events/envelope.ts';

/** Shows a run while it goes on. */
export interface Printer {
  /** What has happened before anybody watched: known, not shown. */
  past(history: readonly StoredEvent[]): void;
  event(stored: StoredEvent): void;
  activity(step: string, line: string): void;
  /** Leaves the screen as it should stay. */
  close(): void;
}
