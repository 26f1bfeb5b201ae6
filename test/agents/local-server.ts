import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  readonly url: string;
  close(): Promise<void>;
}

/** One scripted answer of a model, whatever its provider's protocol: words, tools it asks for, or an error of the provider. */
export interface ModelReply {
  readonly text?: string;
  readonly tools?: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[];
  /** Never answers. */
  readonly silent?: true;
  readonly error?: { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };
}

/** An HTTP server on this machine; `answer` is given each request with its whole body. */
export async function localServer(
  answer: (request: IncomingMessage & { readonly path: string }, body: string, response: ServerResponse) => void,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    bodyOf(request)
      .then((body) => answer(Object.assign(request, { path }), body, response))
      .catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
