import type { Failure, FailureKind } from './failure.ts';

const dayMs = 86_400_000;

/** Beyond this nobody waits: a person has to decide. */
const longestWaitMs = 7 * dayMs;

/** Numbers from here on are milliseconds: as seconds they would be the year 5138. */
const firstMilliseconds = 1e11;

/** What a model's provider said went wrong. */
export interface ProviderWords {
  /** The HTTP status, where one is known. */
  readonly status: number | null;
  /** The sentence for people. */
  readonly message: string;
  readonly hint?: string;
  /** When the limit ends, as the provider wrote it: seconds since 1970 (milliseconds, where it has 13 digits); null = not said. */
  readonly resetsAt?: number | null;
}

/**
 * A provider's refusal as a failure, by its HTTP status. `nowMs` judges the time of reset: one that is past is normal backoff,
 * one that is more than seven days away is for a person to decide.
 */
export function providerFailureOf(words: ProviderWords, nowMs: number): Failure {
  const { status, message } = words;
  const kind = kindOfStatus(status);
  const failure: Failure = { kind, message, retryable: isRetryable(kind), ...(words.hint === undefined ? {} : { hint: words.hint }) };
  const resetMs = resetMsOf(words.resetsAt ?? null);
  if (resetMs === null || resetMs <= nowMs || !isRetryable(kind)) return failure;
  if (resetMs - nowMs > longestWaitMs) {
    const hint = `The provider says it will serve again in ${Math.round((resetMs - nowMs) / dayMs)} days; decide whether to wait or to use another model.`;
    return { ...failure, retryable: false, hint };
  }
  return { ...failure, notBeforeMs: resetMs };
}

/** A reset time as milliseconds since 1970; null for what is no time. */
function resetMsOf(resetsAt: number | null): number | null {
  if (resetsAt === null || !Number.isFinite(resetsAt) || resetsAt <= 0) return null;
  return resetsAt >= firstMilliseconds ? resetsAt : resetsAt * 1000;
}

function kindOfStatus(status: number | null): FailureKind {
  switch (status) {
    case null:
      return 'io';
    case 401:
    case 403:
      return 'auth';
    case 402:
      return 'quota';
    case 404:
      return 'not_found';
    case 408:
    case 504:
      return 'timeout';
    case 413:
      return 'too_large';
    case 429:
      return 'rate_limited';
    default:
      return status >= 500 ? 'overloaded' : 'refused';
  }
}

const isRetryable = (kind: FailureKind): boolean => ['io', 'timeout', 'rate_limited', 'overloaded', 'incomplete'].includes(kind);
