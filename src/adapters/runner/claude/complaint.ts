import type { FailureKind } from '../../../core/model/failure.ts';
import { amountOf, listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';

/** An error that `claude` reported in its own events, whatever became of it later. */
export interface Complaint {
  readonly message: string;
  readonly status: number | null;
  /** What its error code says; null where there is no code, or one that says nothing. */
  readonly kind: FailureKind | null;
  /** Null = not said. */
  readonly retryable: boolean | null;
}

/** The error codes of `claude` (seen from 2.1.332), by what they mean for us. */
const kindOfCode = new Map<string, FailureKind>([
  ['authentication_failed', 'auth'],
  ['oauth_org_not_allowed', 'auth'],
  ['billing_error', 'quota'],
  ['rate_limit', 'rate_limited'],
  ['overloaded', 'overloaded'],
  ['server_error', 'overloaded'],
  ['model_not_found', 'not_found'],
  ['max_output_tokens', 'incomplete'],
  ['invalid_request', 'refused'],
]);

/** The error that an event reports; null for all other events. Results are read elsewhere, by all of their fields. */
export function complaintOf(event: Readonly<Record<string, unknown>>): Complaint | null {
  if (event.type === 'error') return fromError(event);
  if (event.type === 'system' && event.subtype === 'api_retry') {
    const code = textOf(event.error);
    const message = `The provider failed (${code ?? 'no reason given'}) and is asked again.`;
    return { message, status: amountOf(event.error_status), kind: kindOf(code), retryable: true };
  }
  if (event.type !== 'assistant') return null;
  const code = textOf(event.error);
  if (code === null && event.is_api_error_message !== true) return null;
  const words = listOf(recordOf(event.message)?.content).map((part) => textOf(recordOf(part)?.text) ?? '');
  return {
    message: words.join('').trim() || (code ?? 'an API error'),
    status: amountOf(event.api_error_status),
    kind: kindOf(code),
    retryable: null,
  };
}

/** `{type: "error", message}` or `{type: "error", error: {name, message, isRetryable, …}}`. */
function fromError(event: Readonly<Record<string, unknown>>): Complaint {
  const error = recordOf(event.error) ?? event;
  const message = textOf(error.message) ?? textOf(event.error) ?? 'an error without words';
  const retryable = typeof error.isRetryable === 'boolean' ? error.isRetryable : null;
  const status = amountOf(error.status) ?? amountOf(error.statusCode);
  // The only words that are searched, and only in an error's own message: this shape has neither status nor code.
  const isQuota = status === null && retryable === false && /usage limit|quota|billing|credit/i.test(message);
  return { message, status, kind: isQuota ? 'quota' : kindOf(textOf(error.type) ?? textOf(error.code)), retryable };
}

const kindOf = (code: string | null): FailureKind | null => (code === null ? null : (kindOfCode.get(code) ?? null));
