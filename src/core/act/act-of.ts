import type { StoredEvent } from '../events/envelope.ts';
import { isActRunEvent } from '../events/run-event.ts';
import { type ActState, freshAct } from './act-state.ts';
import { evolveAct } from './evolve-act.ts';

/** Where an act stands after all that has happened. Throws for the journal of another kind of run. */
export const actOf = (history: readonly StoredEvent[]): ActState =>
  history.reduce<ActState>((state, { event, run }) => {
    if (!isActRunEvent(event)) throw new Error(`run ${run} is no act: it has an event ${event.type}`);
    return evolveAct(state, event);
  }, freshAct);
