import { decide } from '../core/engine/decide.ts';
import { evolve } from '../core/engine/evolve.ts';
import type { Procedure } from '../core/engine/procedure.ts';
import type { RunState } from '../core/engine/state.ts';
import { stateOf } from '../core/engine/state-of.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { WorkflowRunEvent } from '../core/events/run-event.ts';
import { Values } from './values.ts';

/** Where a run stands: its state and its values, folded from all that has happened. */
export class Course {
  state: RunState;
  readonly values = new Values();
  private readonly procedure: Procedure;

  constructor(procedure: Procedure, history: readonly StoredEvent[]) {
    this.procedure = procedure;
    this.state = stateOf(history);
    for (const { event } of history) this.values.apply(event);
  }

  /** Takes in what has happened, and gives it with all that the engine concludes from it and wants next. */
  apply(events: readonly WorkflowRunEvent[]): WorkflowRunEvent[] {
    const batch = [...events];
    for (const event of events) this.state = evolve(this.state, event);
    for (let more = decide(this.procedure, this.state); more.length > 0; more = decide(this.procedure, this.state)) {
      batch.push(...more);
      for (const event of more) this.state = evolve(this.state, event);
    }
    for (const event of batch) this.values.apply(event);
    return batch;
  }
}
