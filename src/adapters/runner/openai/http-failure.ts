import type { IncomingHttpHeaders } from 'node:http';
import type { Failure } from '../../../core/model/failure.ts';
import { providerFailureOf } from '../../../core/model/provider-failure.ts';
import { amountOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';

/** Why the server refused, by its status and the error in its body. */
export function httpFailureOf(status: number, headers: IncomingHttpHeaders, body: string, model: string, nowMs: number): Failure {
  if (status >= 300 && status < 400)
    return {
      kind: 'refused',
      message: `The endpoint redirects to ${headers.location ?? 'elsewhere'} (HTTP ${status}), which is not followed.`,
      hint: 'Set the endpoint to the address it names.',
      retryable: false,
    };
  const error = errorIn(body);
  const words = textOf(error?.message) ?? textOf(body) ?? 'no reason given';
  return apiFailureOf(error ?? {}, status, `${words} (HTTP ${status})`, model, nowMs, resetSecondsOf(headers['retry-after'], nowMs));
}

/** Why an answer that had begun was broken off: the error that the server put into its stream. */
export function streamFailureOf(error: Readonly<Record<string, unknown>>, model: string, nowMs: number): Failure {
  const status = amountOf(error.status) ?? amountOf(error.code);
  return apiFailureOf(error, status, textOf(error.message) ?? 'The server broke off the answer with an error.', model, nowMs, null);
}

function apiFailureOf(
  error: Readonly<Record<string, unknown>>,
  status: number | null,
  message: string,
  model: string,
  nowMs: number,
  resetsAt: number | null,
): Failure {
  // Providers send these with the status of something milder (429, 400).
  const code = textOf(error.code) ?? textOf(error.type);
  if (code === 'insufficient_quota') return { kind: 'quota', message, retryable: false };
  if (code === 'context_length_exceeded') return { kind: 'too_large', message, retryable: false };
  if (code === 'content_filter' || code === 'content_policy_violation') return { kind: 'refused', message, retryable: false };
  const failure = providerFailureOf({ status, message, resetsAt }, nowMs);
  if (failure.kind === 'auth') return { ...failure, hint: 'Set PAWL_OPENAI_API_KEY (or DEVKIT_LOCAL_API_KEY) to a key of this endpoint.' };
  if (failure.kind === 'not_found')
    return { ...failure, hint: `Look whether the endpoint ends in its version (/v1) and has the model "${model}" (ollama pull ${model}).` };
  return failure;
}

function errorIn(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const document = recordOf(JSON.parse(body));
    return recordOf(document?.error) ?? (textOf(document?.error) === null ? document : { message: document?.error });
  } catch {
    return null;
  }
}

/** `Retry-After` (seconds, or a date) as seconds since 1970. */
function resetSecondsOf(retryAfter: string | undefined, nowMs: number): number | null {
  if (retryAfter === undefined) return null;
  const seconds = amountOf(retryAfter.trim());
  if (seconds !== null) return nowMs / 1000 + seconds;
  const dateMs = Date.parse(retryAfter);
  return Number.isNaN(dateMs) ? null : dateMs / 1000;
}

/** Why no answer came at all: what the system said of the connection. */
export function connectionFailureOf(error: unknown, origin: string): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ECONNREFUSED':
      return {
        kind: 'io',
        message: `Nothing answers at ${origin}.`,
        hint: 'Start the server (ollama serve), or set PAWL_OPENAI_ENDPOINT to where it is.',
        retryable: false,
      };
    case 'ENOTFOUND':
      return { kind: 'io', message: `There is no host for ${origin}.`, hint: 'Look at PAWL_OPENAI_ENDPOINT.', retryable: false };
    default:
      return { kind: 'io', message: `The connection to ${origin} failed: ${code ?? message}.`, retryable: true };
  }
}
