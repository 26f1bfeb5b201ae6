import type { SteeringEvent } from '../core/events/steering-event.ts';

/** What a run hands on to whatever goes on within it of what is said to it: that pauses with it, and is told its words. */
export interface Around {
  /** `listener` is called whenever there may be something new. Gives what ends that. */
  listen(listener: () => void): () => void;
  /** For one run within: gives what there is to tell it since it was told last. Its own journal says which words it has. */
  teller(): (inner: Inner) => SteeringEvent[];
}

/** How a run within stands. `taken`: the last word to the run around it that it has, by its number there. */
export interface Inner {
  readonly paused: boolean;
  readonly outer: { readonly taken: number };
}
