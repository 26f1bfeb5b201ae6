import type { Failure } from './failure.ts';
import type { Refusal } from './refusal.ts';

/** What the result of a run rejects with: it failed, was cancelled, or could not be begun. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  readonly failure: Failure;
  /** Its id; null where it was never begun. */
  readonly run: string | null;
  /** Why it was not carried out, where that was refused; else null. */
  readonly refusal: Refusal | null;

  constructor(failure: Failure, run: string | null, refusal: Refusal | null = null) {
    super(failure.hint === undefined ? failure.message : `${failure.message} (${failure.hint})`);
    this.failure = failure;
    this.run = run;
    this.refusal = refusal;
  }

  /** A refusal, as whoever holds a handle is told it. */
  static of(refusal: Refusal, run: string | null): RunFailed {
    const { message, hint } = refusal;
    return new RunFailed({ kind: 'refused', message, ...(hint === undefined ? {} : { hint }) }, run, refusal);
  }
}
