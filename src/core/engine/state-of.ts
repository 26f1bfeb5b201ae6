import type { StoredEvent } from '../events/envelope.ts';
import { isWorkflowRunEvent } from '../events/run-event.ts';
import { evolve } from './evolve.ts';
import { initialState, type RunState } from './state.ts';

/** Where a run of a workflow stands after all that has happened. Throws for the journal of an act, which is none. */
export const stateOf = (history: readonly StoredEvent[]): RunState =>
  history.reduce<RunState>((state, { event, run }) => {
    if (!isWorkflowRunEvent(event)) throw new Error(`run ${run} is no run of a workflow: it has an event ${event.type}`);
    return evolve(state, event);
  }, initialState);
