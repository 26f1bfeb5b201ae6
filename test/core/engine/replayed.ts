import { decide } from '../../../src/core/engine/decide.ts';
import { evolve } from '../../../src/core/engine/evolve.ts';
import type { Procedure } from '../../../src/core/engine/procedure.ts';
import { initialState, type RunState } from '../../../src/core/engine/state.ts';
import { isOutcome } from '../../../src/core/events/event.ts';
import { isSteeringEvent, type WorkflowRunEvent } from '../../../src/core/events/run-event.ts';
import { frozen } from './frozen.ts';

export interface Replay {
  readonly state: RunState;
  /** Where the engine of today concludes or wants something else than was recorded. */
  readonly differences: readonly {
    readonly at: number;
    readonly recorded: WorkflowRunEvent | undefined;
    readonly decided: WorkflowRunEvent | undefined;
  }[];
}

/**
 * Goes through recorded events and asks the engine, after each time that the world was heard, what it makes of it: that has to be what
 * was recorded then. `procedureAt` gives the workflow that held once so many events had happened.
 */
export function replayed(events: readonly WorkflowRunEvent[], procedureAt: (count: number) => Procedure): Replay {
  const differences: Replay['differences'][number][] = [];
  let state = frozen(initialState);
  let at = 0;
  const take = (event: WorkflowRunEvent): void => {
    state = frozen(evolve(state, frozen(event)));
    at += 1;
  };
  while (at < events.length) {
    for (let next = events[at]; next !== undefined && isFromOutside(next); next = events[at]) take(next);
    for (;;) {
      const decided = decide(procedureAt(at), state);
      if (decided.length === 0) break;
      for (const wanted of decided) {
        const recorded = events[at];
        if (JSON.stringify(recorded) !== JSON.stringify(wanted)) differences.push({ at, recorded, decided: wanted });
        if (recorded === undefined) return { state, differences };
        take(recorded);
      }
      // Different from here on: one difference tells more than the hundred that follow from it.
      if (differences.length > 0) return { state, differences };
    }
    const next = events[at];
    if (next === undefined) break;
    if (isFromOutside(next)) continue;
    differences.push({ at, recorded: next, decided: undefined });
    break;
  }
  return { state, differences };
}

/** What the engine did not conclude itself. */
function isFromOutside(event: WorkflowRunEvent): boolean {
  if (isOutcome(event) || isSteeringEvent(event)) return true;
  switch (event.type) {
    case 'run.started':
    case 'resumed':
    case 'cancel.asked':
    case 'run.waiting':
    case 'deadline.passed':
    case 'run.applied':
    case 'run.undone':
      return true;
    default:
      return false;
  }
}
