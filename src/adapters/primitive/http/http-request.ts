import { lookup } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { isPrivateAddress } from './host-rules.ts';

/** One request, without redirects. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** Whether the host may be an address of this machine or of a network around it. */
  readonly mayBePrivate: boolean;
  /** Whether doing it twice is not as doing it once: what is not known then is `in_doubt`. */
  readonly addsUp: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Of the answer's body. */
  readonly limitBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Sends one request. By `node:http`, as `fetch` cannot be told to which address a name may lead: the address is looked at where the connection
 * is made, so that a name that leads elsewhere the second time leads nowhere. Before the connection stands, nothing has been sent and every
 * failure is a plain one.
 */
export function sendRequest(request: HttpRequest): Promise<Result<HttpResponse, Failure>> {
  const { url, mayBePrivate, timeoutMs } = request;
  const address = url.hostname.replace(/^\[|\]$/g, '');
  if (!mayBePrivate && isPrivateAddress(address)) return Promise.resolve(fail(privateFailure(url, address)));
  return new Promise((resolve) => {
    let sent = false;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    const end = (result: Result<HttpResponse, Failure>): void => {
      clearTimeout(timer);
      resolve(result);
    };
    const failed = (error: Error & { code?: string }): void => end(fail(failureOf(request, error, sent, late.signal.aborted)));
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const outgoing: ClientRequest = send(
      url,
      {
        method: request.method,
        headers: { 'accept-encoding': 'identity', ...request.headers },
        // A connection of its own: one that is kept may have been closed by the far side, and then it is not known what was read.
        agent: false,
        lookup: mayBePrivate ? lookup : publicLookup(url),
        signal: AbortSignal.any([request.signal, late.signal]),
      },
      (response) => readResponse(response, request, end, failed),
    );
    const connected = url.protocol === 'https:' ? 'secureConnect' : 'connect';
    outgoing.on('socket', (socket) =>
      socket.once(connected, () => {
        sent = true;
      }),
    );
    outgoing.on('error', failed);
    outgoing.end(request.body ?? undefined);
  });
}

function readResponse(
  response: IncomingMessage,
  { limitBytes, url }: HttpRequest,
  end: (result: Result<HttpResponse, Failure>) => void,
  failed: (error: Error) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limitBytes) chunks.push(chunk);
    else {
      end(fail({ kind: 'too_large', message: `${url.host} answered with more than ${limitBytes} bytes` }));
      response.destroy();
    }
  });
  response.on('error', failed);
  response.on('end', () => {
    const headers = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(', ')] as const);
    end(ok({ status: response.statusCode as number, headers: Object.fromEntries(headers), body: Buffer.concat(chunks) }));
  });
}

function publicLookup(url: URL): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const bad = addresses.find(({ address }) => isPrivateAddress(address));
      if (bad !== undefined)
        return callback(Object.assign(new Error(privateFailure(url, bad.address).message), { code: privateCode }), '', 0);
      const [first] = addresses;
      return options.all === true ? callback(null, addresses) : callback(null, first?.address ?? '', first?.family);
    });
}

const privateCode = 'PAWL_PRIVATE';

const privateFailure = (url: URL, address: string): Failure => ({
  kind: 'refused',
  message: `${url.host} is an address of this machine or of a network around it (${address}), which has to be listed by itself`,
  hint: `a person can add "${url.host}" to the hosts that code may reach`,
});

function failureOf(
  { url, method, addsUp, timeoutMs, signal }: HttpRequest,
  error: Error & { code?: string },
  sent: boolean,
  late: boolean,
): Failure {
  const what = `${method} ${url.origin}${url.pathname}`;
  if (error.code === privateCode) return { kind: 'refused', message: error.message };
  const why = late
    ? `no answer within ${timeoutMs / 1000} seconds`
    : signal.aborted
      ? 'it was stopped'
      : `${error.message} (${error.code ?? error.name})`;
  if (sent && addsUp) return { kind: 'in_doubt', message: `${what} was sent, and it is not known whether it was carried out: ${why}` };
  if (late) return { kind: 'timeout', message: `${what}: ${why}`, retryable: true };
  if (signal.aborted) return { kind: 'cancelled', message: `${what}: ${why}` };
  return { kind: error.code === 'ENOTFOUND' ? 'not_found' : 'io', message: `${what} failed: ${why}`, retryable: true };
}
