import type { SteeringEvent } from '../events/steering-event.ts';
import { withUsage } from './evolve-outcome.ts';
import type { RunState } from './state.ts';
import type { Steered } from './steered.ts';

/** The state after something that a person said to the run, or was answered. */
export function evolveSteering(state: RunState, event: SteeringEvent): RunState {
  const { steering } = state;
  const steered = (known: Partial<Steered>): RunState => ({ ...state, steering: { ...steering, ...known } });
  switch (event.type) {
    case 'paused':
      return steered({ paused: true });
    case 'unpaused':
      return steered({ paused: false });
    case 'stop.asked': {
      // What ends it already says why.
      if (state.cancelled) return state;
      const stopped = `stopped by ${event.by}${event.reason === '' ? '' : `: ${event.reason}`}`;
      return { ...steered({ stopped }), cancelled: true };
    }
    case 'said': {
      const { by, text, outer = null } = event;
      const number = steering.words + 1;
      return steered({
        words: number,
        unheard: [...steering.unheard, { by, text, number, outer }],
        outer: { ...steering.outer, taken: outer ?? steering.outer.taken },
      });
    }
    case 'question.asked':
      return steered({ questions: new Map(steering.questions).set(event.id, event.text) });
    case 'question.answered': {
      const questions = new Map(steering.questions);
      questions.delete(event.id);
      return { ...steered({ questions }), totals: event.usage === null ? state.totals : withUsage(state.totals, event.usage) };
    }
  }
}
