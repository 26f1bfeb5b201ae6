import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: each provider's own form, looked into by the tests
  readonly body: any;
}

export interface ModelServer {
  readonly origin: string;
  readonly received: readonly Received[];
}

export type Reply = (response: ServerResponse, request: Received) => void;

/** A real HTTP server on this machine that answers requests by `replies` in order, past their end by the last; it goes when the test has finished. */
export async function modelServer(...replies: readonly Reply[]): Promise<ModelServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    const one = { url: request.url ?? '', headers: request.headers, body: text === '' ? null : JSON.parse(text) };
    const reply = replies[Math.min(received.length, replies.length - 1)];
    received.push(one);
    reply?.(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** One event: its data, as JSON where it is no text. A `type` in it is its name too, as Anthropic and OpenAI have it. */
function eventText(data: unknown): string {
  const type = typeof data === 'object' && data !== null && 'type' in data ? `event: ${String(data.type)}\n` : '';
  return `${type}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

const head = { 'content-type': 'text/event-stream; charset=utf-8' };

/** Answers with server-sent events. */
export const events =
  (...parts: readonly unknown[]): Reply =>
  (response) => {
    response.writeHead(200, head);
    for (const part of parts) response.write(eventText(part));
    response.end();
  };

/** The same, and then the connection breaks. */
export const brokenAfter =
  (...parts: readonly unknown[]): Reply =>
  (response) => {
    response.writeHead(200, head);
    response.write(parts.map(eventText).join(''), () => response.socket?.destroy());
  };

/** The same, and then nothing more comes. */
export const silentAfter =
  (...parts: readonly unknown[]): Reply =>
  (response) => {
    response.writeHead(200, head);
    response.write(parts.map(eventText).join(''));
  };

/** The same, a byte at a time. */
export const byteWise =
  (...parts: readonly unknown[]): Reply =>
  async (response) => {
    response.writeHead(200, head);
    for (const byte of Buffer.from(parts.map(eventText).join(''))) await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
    response.end();
  };

/** Answers with one document. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export const silent: Reply = () => undefined;
