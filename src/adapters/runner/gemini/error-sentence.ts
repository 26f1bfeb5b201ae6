import type { Failure } from '../../../core/model/failure.ts';
import { amountOf, listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { durationMsOf, resetTimeIn } from '../../agent-cli/reset-time.ts';
import { type Meanings, type StatedError, statedFailure } from '../../agent-cli/stated-error.ts';

/** The sentences of gemini-cli 0.61.0 and of its provider, seen from the real program: its errors are all of type "unknown". */
const meanings: Meanings = [
  [/exhausted your (daily )?quota|check your plan and billing/i, 'quota'],
  [/API key not valid|API_KEY_INVALID|API key expired/i, 'auth'],
  [/input token count .*exceeds|context window.*(overflow|exceed)|would exceed the .*context/is, 'too_large'],
  [/resource has been exhausted|suggested retry after/i, 'rate_limited'],
  [/is overloaded/i, 'overloaded'],
  [/^models\/\S+ is not found|requested entity was not found/i, 'not_found'],
  [/blocked|safety settings|prohibited content|recitation/i, 'refused'],
  [/empty response|without a finish reason|malformed function call|no text/i, 'incomplete'],
];

/** The provider's statuses that the program may end with. */
const statuses = [400, 401, 402, 403, 404, 408, 413, 429, 500, 502, 503, 504, 529];

/** What `gemini` says in an `error` event or in its result, as a failure. `exitCode`: how the program ended, where it did. */
export function failureOfSentence(sentence: string, exitCode: number | null, nowMs: number): Failure {
  const stated = statedIn(sentence, nowMs);
  return statedFailure({ ...stated, status: stated.status ?? statusOfExit(exitCode) }, meanings, nowMs);
}

/**
 * The program exits with the provider's status, of which the system keeps the lowest eight bits: 429 becomes 173. Seen where
 * the sentence itself holds no status.
 */
const statusOfExit = (code: number | null): number | null => statuses.find((status) => (status & 0xff) === code) ?? null;

/** `[API Error: …]` and advice below it; within the brackets words or the provider's document, as it came. */
function statedIn(sentence: string, nowMs: number): StatedError {
  const inner = /^\[API Error: (.*?)\](?:\n[^\]]*)?$/s.exec(sentence.trim())?.[1] ?? sentence;
  const error = recordOf(recordOf(parsed(inner))?.error);
  if (error === null) return { message: inner, status: null, resetsAt: resetTimeIn(inner, nowMs) };
  const delays = listOf(error.details).map((each) => durationMsOf(textOf(recordOf(each)?.retryDelay) ?? ''));
  const delayMs = delays.find((delay) => delay !== null) ?? null;
  return { message: textOf(error.message) ?? inner, status: amountOf(error.code), resetsAt: delayMs === null ? null : nowMs + delayMs };
}

function parsed(text: string): unknown {
  try {
    return text.startsWith('{') ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
