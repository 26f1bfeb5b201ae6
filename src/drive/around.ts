import type { RunState } from '../core/engine/state.ts';
import type { Steered } from '../core/engine/steered.ts';
import type { SteeringEvent } from '../core/events/steering-event.ts';

const by = 'the run around it';

/** What a run hands on to the runs within it of what is said to it: they pause with it, and their prompts carry its words. */
export class Around {
  private steering: Pick<Steered, 'paused' | 'unheard'> = { paused: false, unheard: [] };
  private readonly listeners = new Set<() => void>();

  /** How the run stands now; called with each of its states. */
  standsAt({ steering }: RunState): void {
    if (steering === this.steering) return;
    this.steering = steering;
    for (const listener of this.listeners) listener();
  }

  /** `listener` is called whenever there may be something new. Gives what ends that. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** For one run within: what there is to tell it since it was told last. Its own journal says which words it has. */
  teller(): (inner: RunState) => SteeringEvent[] {
    let wasPaused = false;
    return ({ steering: inner }) => {
      const { paused, unheard } = this.steering;
      const words = unheard
        .filter(({ number }) => number > inner.outer.taken)
        .map(({ by: who, text, number }): SteeringEvent => ({ type: 'said', text, by: who, message: null, outer: number }));
      if (paused === wasPaused) return words;
      wasPaused = paused;
      return paused === inner.paused ? words : [...words, { type: paused ? 'paused' : 'unpaused', by, message: null }];
    };
  }
}
