import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, Readable, Transform } from 'node:stream';

/** More than this no model writes. */
const bodyLimitBytes = 64 * 1024 * 1024;

/** The answer is larger than any that a model writes. */
export class TooLargeError extends Error {}

/**
 * `fetch` as the SDK calls it, through `node:http`: Node's own gives up after 300 seconds without a head or between two pieces of a
 * body, and a large model can think longer. Redirects are not followed (the key would go with them), and no connection is kept.
 */
export const httpFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const body = Buffer.from(typeof init?.body === 'string' ? init.body : '');
  const headers = { ...Object.fromEntries(new Headers(init?.headers)), 'content-length': String(body.length) };
  const signal = init?.signal ?? undefined;
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, { method: init?.method ?? 'GET', headers, agent: false, ...(signal ? { signal } : {}) }, (response) => {
      const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const status = response.statusCode ?? 502;
      // What breaks the connection breaks the body: its reader is told by the pipe.
      const limited = pipeline(response, limit(), () => {});
      const hasBody = ![204, 205, 304].includes(status);
      resolve(new Response(hasBody ? (Readable.toWeb(limited) as ReadableStream) : null, { status, headers: pairs }));
    });
    request.on('error', reject);
    request.end(body);
  });
};

function limit(): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      done(bytes > bodyLimitBytes ? new TooLargeError('The answer is over 64 MiB.') : null, piece);
    },
  });
}
