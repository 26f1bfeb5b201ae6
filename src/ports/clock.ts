export interface Clock {
  /** Wall clock, milliseconds since 1970. */
  nowMs(): number;
  /** Never goes back; for durations. */
  monotonicMs(): number;
  /** Resolves after so long, or at once when the signal is or gets aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}
