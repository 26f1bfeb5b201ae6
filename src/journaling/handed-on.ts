import type { SteeringEvent } from '../core/events/steering-event.ts';
import type { Around, Inner } from '../ports/around.ts';

const by = 'the run around it';

/** How whoever hands on stands. */
interface Standing {
  readonly paused: boolean;
  /** Words to it that are still to be heard, by their numbers; an act hears its own, and hands on none. */
  readonly unheard: readonly { readonly by: string; readonly text: string; readonly number: number }[];
}

const noWords: Standing['unheard'] = [];

/** What is handed on to runs within a run, or an act: whoever drives it says how it stands. */
export class HandedOn implements Around {
  private paused = false;
  private unheard = noWords;
  private readonly listeners = new Set<() => void>();

  /** How it stands now; called with each of its states. */
  standsAt({ paused, unheard }: Standing): void {
    if (paused === this.paused && unheard === this.unheard) return;
    this.paused = paused;
    this.unheard = unheard;
    for (const listener of this.listeners) listener();
  }

  /** The same, for whatever has no words to hand on. */
  pauses(paused: boolean): void {
    this.standsAt({ paused, unheard: noWords });
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  teller(): (inner: Inner) => SteeringEvent[] {
    let wasPaused = false;
    return (inner) => {
      const { paused, unheard } = this;
      const words = unheard
        .filter(({ number }) => number > inner.outer.taken)
        .map(({ by: who, text, number }): SteeringEvent => ({ type: 'said', text, by: who, message: null, outer: number }));
      if (paused === wasPaused) return words;
      wasPaused = paused;
      return paused === inner.paused ? words : [...words, { type: paused ? 'paused' : 'unpaused', by, message: null }];
    };
  }
}
