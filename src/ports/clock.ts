export interface Clock {
  /** Wall clock, milliseconds since 1970. */
  nowMs(): number;
  /** Never goes back; for durations. */
  monotonicMs(): number;
}
