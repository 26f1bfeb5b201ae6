/** What kind of thing went wrong in the world. Closed: a reader may switch over it without a default. */
export const failureKinds = [
  'exit',
  'signal',
  'timeout',
  'cancelled',
  'not_found',
  'too_large',
  'refused',
  'auth',
  'quota',
  'rate_limited',
  'overloaded',
  'incomplete',
  'budget',
  'invalid_output',
  'in_doubt',
  'not_recorded',
  'io',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/**
 * A failure of the world: a value that travels inside events, never an exception.
 * `message` is a sentence a person can act on; `hint`, where there is one, is the next step.
 */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly hint?: string;
  /** Whether the same attempt may go well later without anyone changing anything. */
  readonly retryable?: boolean;
  /** The journal is no longer what was written: only a repair leads on, and readers may be shown what is left. */
  readonly damaged?: true;
  /**
   * The storage gave out: a full disk, a used-up quota, a file system that fails. It says nothing of the work, and what was asked can be
   * asked again once there is room; so a run stops there, rather than to take it for how the work ended.
   */
  readonly outOfStorage?: true;
  /** Not before this moment (milliseconds since 1970, UTC), where the other side said so. */
  readonly notBeforeMs?: number;
}
