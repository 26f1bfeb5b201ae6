import type { Refs } from '../refs/refs.ts';

/** What an `inspect` saw, for the `prepare` that follows it at once: git would give the same answers again. */
export interface Seen {
  /** The whole configuration, see `readSettings`. */
  readonly settings: readonly string[];
  readonly refs: Refs;
  /** Whether Pawl's folder was no part of the status: there is none yet, or a rule hides it. */
  readonly stateHidden: boolean;
}
