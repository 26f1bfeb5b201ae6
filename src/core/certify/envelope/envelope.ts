import type { Shape } from './shape.ts';

/** What was covered while a function was tried: outside it nothing is known of how it does. Plain data, a part of certificates. */
export interface Envelope {
  /** How many runs it was learned from. */
  readonly runs: number;
  readonly input: Shape;
  readonly reads: readonly CoveredRead[];
  /** Every host that an argument of a call named, in order. */
  readonly hosts: readonly string[];
}

/** A place that was read, and what its answers were like. */
export interface CoveredRead {
  readonly primitive: string;
  readonly site: readonly string[];
  readonly answers: Shape;
  /** Codes of failures that it answered with. */
  readonly failures: readonly string[];
}
