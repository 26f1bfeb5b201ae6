import type { ActState } from '../../core/act/act-state.ts';
import type { ActRunEvent } from '../../core/events/run-event.ts';

/** The course of an act, for what goes on within it. */
export interface ActAround {
  readonly state: ActState;
  take(events: readonly ActRunEvent[]): Promise<unknown>;
  nextOp(): number;
}
