import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { model: string; messages: { role: string; content: string }[]; stream?: boolean; stream_options?: unknown };
}

export interface OpenaiServer {
  /** For the endpoint: ends in /v1. */
  readonly endpoint: string;
  readonly received: readonly Received[];
}

/** A real HTTP server on this machine that answers each request by `answer`, and goes when the test has finished. */
export async function openaiServer(answer: (response: ServerResponse, request: Received) => void): Promise<OpenaiServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const one = { url: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(pieces).toString()) };
    received.push(one);
    answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

/** Answers with one JSON document. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Answers with server-sent events: each part is an event's data, as JSON where it is no text. */
export const events =
  (...parts: readonly unknown[]) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const part of parts) response.write(`data: ${typeof part === 'string' ? part : JSON.stringify(part)}\n\n`);
    response.end();
  };

export const delta = (content: unknown, finish: string | null = null) => ({
  model: 'served',
  choices: [{ delta: { content }, finish_reason: finish }],
});

export const usage = { choices: [], usage: { prompt_tokens: 12, completion_tokens: 34 } };

export const done = '[DONE]';
