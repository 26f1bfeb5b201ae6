import { apiFailureOf } from '../../../core/model/api-failure.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { TooLargeError } from './http-fetch.ts';
import type { ModelSettings } from './settings.ts';

/** An error of the SDK, of the connection or of the stream as a failure. `hasBegun`: whether the answer's head had come. */
export function thrownFailureOf(error: unknown, settings: ModelSettings, host: string, nowMs: number, hasBegun: boolean): Failure {
  const found = causesOf(error);
  const api = found.find(({ statusCode, responseHeaders }) => typeof statusCode === 'number' && recordOf(responseHeaders) !== null);
  if (api !== undefined) {
    const status = api.statusCode as number;
    if (status !== 200) return refusalFailureOf(status, api, settings, host, nowMs);
  }
  if (found.some((each) => each instanceof TooLargeError))
    return { kind: 'too_large', message: 'The answer is over 64 MiB.', retryable: false };
  if (hasBegun && found.some(({ code }) => isBroken(code))) return brokenOff;
  const code = found.map((each) => each.code).find((each) => typeof each === 'string');
  if (code !== undefined) return connectionFailureOf(code, host);
  const words = textOf(found.at(0)?.message)?.split('\n')[0] ?? String(error);
  return { kind: 'invalid_output', message: `What ${host} answered could not be read: ${words}`, retryable: true };
}

/**
 * Whether a request surely never reached anybody, as there was no connection that it could have been sent by: it cost nothing. Of a connection that broke
 * or took too long that is not known.
 */
export const isUnsent = (error: unknown): boolean =>
  causesOf(error).some(
    ({ code }) =>
      typeof code === 'string' && (unreached.has(code) || /^(?:ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)),
  );

const unreached: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'UND_ERR_CONNECT_TIMEOUT'],
]);

export const brokenOff: Failure = { kind: 'incomplete', message: 'The answer broke off before its end.', retryable: true };

function refusalFailureOf(status: number, api: Fields, settings: ModelSettings, host: string, nowMs: number): Failure {
  const headers = recordOf(api.responseHeaders) as Readonly<Record<string, string>>;
  if (status >= 300 && status < 400) {
    const message = `${host} redirects to ${headers.location ?? 'elsewhere'} (HTTP ${status}), which is not followed.`;
    return { kind: 'refused', message, hint: 'Set the endpoint to the address it names.', retryable: false };
  }
  const failure = apiFailureOf({ status, body: api.responseBody ?? '', headers }, nowMs);
  const variable = settings.key?.variable;
  if (failure.kind === 'auth' && variable !== undefined)
    return { ...failure, hint: `Set ${variable} to a key that may use ${settings.model}.` };
  if (failure.kind === 'not_found')
    return { ...failure, hint: `Look whether there is a model "${settings.model}" at ${host}, and the path ends in its version.` };
  return failure;
}

type Fields = Readonly<Record<string, unknown>>;

const isBroken = (code: unknown): boolean => code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE';

function connectionFailureOf(code: string, host: string): Failure {
  switch (code) {
    case 'ECONNREFUSED':
      return {
        kind: 'io',
        message: `Nothing answers at ${host}.`,
        hint: 'Look whether the server runs, and at the address.',
        retryable: false,
      };
    case 'ENOTFOUND':
      return { kind: 'io', message: `There is no host ${host}.`, hint: 'Look at the address and the network.', retryable: false };
    default:
      return { kind: 'io', message: `The connection to ${host} failed: ${code}.`, retryable: true };
  }
}

/** The error, what caused it, and so on. */
function causesOf(error: unknown): Fields[] {
  const found: Fields[] = [];
  for (let each = recordOf(error); each !== null && found.length < 8; each = recordOf(each.cause)) found.push(each);
  return found;
}
