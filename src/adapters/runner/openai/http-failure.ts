import type { IncomingHttpHeaders } from 'node:http';
import { apiFailureOf } from '../../../core/model/api-failure.ts';
import type { Failure } from '../../../core/model/failure.ts';

/** Why the server refused, by its status and the error in its body. */
export function httpFailureOf(status: number, headers: IncomingHttpHeaders, body: string, model: string, nowMs: number): Failure {
  if (status >= 300 && status < 400)
    return {
      kind: 'refused',
      message: `The endpoint redirects to ${headers.location ?? 'elsewhere'} (HTTP ${status}), which is not followed.`,
      hint: 'Set the endpoint to the address it names.',
      retryable: false,
    };
  const told = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));
  return hinted(apiFailureOf({ status, body, headers: told }, nowMs), model);
}

/** Why an answer that had begun was broken off: the error that the server put into its stream. */
export const streamFailureOf = (error: Readonly<Record<string, unknown>>, model: string, nowMs: number): Failure =>
  hinted(apiFailureOf({ status: null, body: error, headers: {} }, nowMs), model);

function hinted(failure: Failure, model: string): Failure {
  if (failure.kind === 'auth') return { ...failure, hint: 'Set PAWL_OPENAI_API_KEY (or DEVKIT_LOCAL_API_KEY) to a key of this endpoint.' };
  if (failure.kind === 'not_found')
    return { ...failure, hint: `Look whether the endpoint ends in its version (/v1) and has the model "${model}" (ollama pull ${model}).` };
  return failure;
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
