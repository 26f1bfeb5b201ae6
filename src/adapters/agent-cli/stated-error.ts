import type { Failure, FailureKind } from '../../core/model/failure.ts';
import { providerFailureOf } from '../../core/model/provider-failure.ts';

/** An error as a program reports it, where a sentence may be all there is. */
export interface StatedError {
  readonly message: string;
  /** The HTTP status of the provider, where the program tells it. */
  readonly status: number | null;
  /** Milliseconds or seconds since 1970; null = not said. */
  readonly resetsAt: number | null;
}

/** Sentences by which a program says what went wrong, and what kind of failure that is. The first that fits counts. */
export type Meanings = readonly (readonly [RegExp, FailureKind])[];

/** The status that stands for a kind, so that a sentence and a status lead to the same failure. */
const statusOfKind: Readonly<Partial<Record<FailureKind, number>>> = {
  auth: 401,
  quota: 402,
  not_found: 404,
  timeout: 408,
  too_large: 413,
  rate_limited: 429,
  overloaded: 529,
};

/**
 * An error of a program's as a failure. Sentences say more than the status where both are there: 429 also stands for an account
 * without money. Only the program's own errors may be given here, never what a tool printed or stderr holds.
 */
export function statedFailure({ message, status, resetsAt }: StatedError, meanings: Meanings, nowMs: number): Failure {
  const kind = meanings.find(([words]) => words.test(message))?.[1] ?? null;
  if (kind === 'refused') return { kind, message, retryable: false };
  if (kind === 'incomplete') return { kind, message, retryable: true };
  const known = kind === null ? status : (statusOfKind[kind] ?? null);
  return providerFailureOf({ status: known, message, resetsAt }, nowMs);
}
