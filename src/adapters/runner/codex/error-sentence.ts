import type { Failure } from '../../../core/model/failure.ts';
import { amountOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { resetTimeIn } from '../../agent-cli/reset-time.ts';
import { type Meanings, type StatedError, statedFailure } from '../../agent-cli/stated-error.ts';

/**
 * The sentences of codex 0.171.0, seen from the real program: its errors have neither code nor status. What the provider said
 * is part of some, after the words by which codex begins.
 */
const meanings: Meanings = [
  [/^You.ve hit your usage limit(?!.*try again at)/is, 'quota'],
  [/^You.ve hit your usage limit/i, 'rate_limited'],
  [/^Quota exceeded|^To use Codex with your ChatGPT plan|insufficient_quota/i, 'quota'],
  [/^rate limit exceeded/i, 'rate_limited'],
  [/at capacity|experiencing high demand/i, 'overloaded'],
  [/ran out of room in the model.s context window/i, 'too_large'],
  [/reason: content_filter|usage policy|flagged/i, 'refused'],
  [/^Incomplete response returned/i, 'incomplete'],
  [/^The (requested )?model .*(does not exist|not found|not supported)|model_not_found/is, 'not_found'],
  [/^Not logged in|sign in again|log out and sign in|token_expired/i, 'auth'],
  [/^(request|stream)?.{0,20}timed? ?out/i, 'timeout'],
];

/** What codex says in an `error` or a `turn.failed` event, as a failure. */
export function failureOfSentence(sentence: string, nowMs: number): Failure {
  return statedFailure(statedIn(sentence, nowMs), meanings, nowMs);
}

function statedIn(sentence: string, nowMs: number): StatedError {
  const status = amountOf(/\b(?:unexpected|last) status:? (\d{3})\b/.exec(sentence)?.[1]);
  const resetsAt = resetTimeIn(sentence, nowMs);
  // A refused request: codex prints the provider's document as it came.
  const error = recordOf(recordOf(parsed(sentence))?.error);
  if (error === null) return { message: sentence, status, resetsAt };
  return { message: textOf(error.message) ?? sentence, status: amountOf(error.status) ?? status ?? 400, resetsAt };
}

function parsed(text: string): unknown {
  try {
    return text.startsWith('{') ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
