import type { StoredEvent } from '../../../core/events/envelope.ts';

/** Shows a run while it goes on. */
export interface Printer {
  event(stored: StoredEvent): void;
  activity(step: string, line: string): void;
  /** Leaves the screen as it should stay. */
  close(): void;
}
