import type { Fact } from '../events/event.ts';
import type { Words } from '../events/event-parts.ts';

/** What people have said to a run while it goes on, as far as its decisions need it. */
export interface Steered {
  /** Nothing new is begun; what is under way ends. */
  readonly paused: boolean;
  /** By whom it was stopped and why, in words; null = by nobody. */
  readonly stopped: string | null;
  /** What no prompt has carried yet, oldest first. */
  readonly unheard: readonly Word[];
  /** How many words were said to it so far. */
  readonly words: number;
  /** Of the words to the run around it, by their numbers there: the last that this one has, and the last that a prompt of it carried. */
  readonly outer: { readonly taken: number; readonly heard: number };
  /** Questions about it that nobody has answered yet, by their id. */
  readonly questions: ReadonlyMap<string, string>;
}

interface Word extends Words {
  /** Which of the words to this run it is, counted from 1. */
  readonly number: number;
  /** The same among those to the run around it; null where it was said to this one itself. */
  readonly outer: number | null;
}

export const unsteered: Steered = {
  paused: false,
  stopped: null,
  unheard: [],
  words: 0,
  outer: { taken: 0, heard: 0 },
  questions: new Map(),
};

/** Once a prompt carries all that was said. */
export function withCarried(steering: Steered): Steered {
  const { unheard, outer } = steering;
  if (unheard.length === 0) return steering;
  return { ...steering, unheard: [], outer: { ...outer, heard: Math.max(outer.heard, ...unheard.map((word) => word.outer ?? 0)) } };
}

/** Once a run within this one has ended, whose prompts carried the words up to this number. */
export const withHeard = (steering: Steered, heard: number): Steered =>
  heard === 0 ? steering : { ...steering, unheard: steering.unheard.filter(({ number }) => number > heard) };

/** What is to be said of a run that ends of words that no prompt carried. The run around it has those that were said to that one. */
export const notHeard = ({ unheard }: Steered): Fact[] =>
  unheard
    .filter(({ outer }) => outer === null)
    .map(({ by, text }) => ({
      type: 'warning',
      step: '',
      message: `not heard, as no agent was asked anything any more: "${text}" (said by ${by})`,
    }));
