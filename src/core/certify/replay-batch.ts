import type { Cassette } from './cassette.ts';
import type { Contract } from './gate/contract.ts';
import type { Run } from './gate/equivalence.ts';

/** What runs of one task are made from and held against. */
export interface ReplaySet {
  readonly cassettes: readonly Cassette[];
  readonly contract: Contract;
  /** Names of primitives below `ctx`. */
  readonly primitives: readonly string[];
}

/** A comparison that a program made, in the order in which they came. `site`: its place in the program, or the method that compared. */
export interface Compared {
  readonly site: string;
  readonly sign: string;
  readonly left: string | number | boolean | null;
  readonly right: string | number | boolean | null;
}

export type TracedRun = Run & { readonly compared: readonly Compared[] };
