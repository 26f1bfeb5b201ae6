import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/**
 * Sends a JSON body and gives the response once its head is there. Rejects with the system's error. Through `node:http`, as
 * `fetch` gives up after 300 seconds without a head or between two pieces of a body, and a large local model can take
 * longer to its first word. Redirects are not followed: the key would go with them.
 */
export function postJson(url: URL, body: unknown, apiKey: string | null, signal: AbortSignal): Promise<IncomingMessage> {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    'content-type': 'application/json',
    'content-length': bytes.length,
    accept: 'text/event-stream, application/json',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    // No connection is kept: a process that is done must not be held, and calls are minutes apart.
    const request = send(url, { method: 'POST', headers, signal, agent: false }, resolve);
    request.on('error', reject);
    request.end(bytes);
  });
}
