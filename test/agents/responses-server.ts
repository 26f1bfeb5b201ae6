import type { ServerResponse } from 'node:http';
import { json, type LocalServer, localServer, type ModelReply } from './local-server.ts';

/** One scripted answer over the Responses protocol. */
export interface ResponsesReply extends ModelReply {
  /** Ends the stream with `response.failed` and this error. */
  readonly failed?: { readonly code: string; readonly message: string };
  /** Ends the stream with `response.incomplete` for this reason. */
  readonly incomplete?: string;
  /** Words of refusal in place of an answer. */
  readonly refusal?: string;
}

export interface ResponsesServer extends LocalServer {
  /** Bodies of the requests that were answered from the script, in order. */
  readonly requests: readonly ResponsesRequest[];
}

interface ResponsesRequest {
  readonly model: string;
  readonly instructions?: string;
  readonly input: readonly Readonly<Record<string, unknown>>[];
  readonly tools?: readonly { readonly name?: string }[];
}

/**
 * A local server that speaks as much of the OpenAI Responses streaming protocol as the `codex` program needs: `POST
 * /v1/responses`. Requests are answered from the script in order, past its end by its last reply (the program repeats a
 * request that failed). Each counts 100 tokens of input, 40 of them cached, and 10 of output.
 */
export async function responsesServer(replies: readonly ResponsesReply[]): Promise<ResponsesServer> {
  const requests: ResponsesRequest[] = [];
  const server = await localServer((request, body, response) => {
    if (request.method !== 'POST' || request.path !== '/v1/responses') return json(response, 404, { error: { message: 'not here' } });
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push(JSON.parse(body) as ResponsesRequest);
    if (reply === undefined) return json(response, 500, { error: { message: 'the script is empty' } });
    if (reply.silent) return;
    if (reply.error) return json(response, reply.error.status, reply.error.body, reply.error.headers);
    stream(response, reply);
  });
  return { ...server, requests };
}

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 40 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 110,
};

let count = 0;

function itemsOf({ text, refusal, tools }: ResponsesReply): Readonly<Record<string, unknown>>[] {
  const content = refusal === undefined ? { type: 'output_text', text: text ?? '' } : { type: 'refusal', refusal };
  const words =
    text === undefined && refusal === undefined ? [] : [{ type: 'message', role: 'assistant', id: `msg_${++count}`, content: [content] }];
  const calls = (tools ?? []).map(({ name, input }) => {
    const call = { id: `fc_${++count}`, call_id: `call_${count}`, name };
    // Tools of free form take a text.
    return typeof input.text === 'string'
      ? { type: 'custom_tool_call', status: 'completed', ...call, input: input.text }
      : { type: 'function_call', ...call, arguments: JSON.stringify(input) };
  });
  return [...words, ...calls];
}

function stream(response: ServerResponse, reply: ResponsesReply): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: { readonly type: string } & Readonly<Record<string, unknown>>) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const id = `resp_${++count}`;
  send({ type: 'response.created', response: { id } });
  for (const item of itemsOf(reply)) send({ type: 'response.output_item.done', item });
  if (reply.failed) send({ type: 'response.failed', response: { id, error: reply.failed } });
  else if (reply.incomplete)
    send({ type: 'response.incomplete', response: { id, incomplete_details: { reason: reply.incomplete }, usage } });
  else send({ type: 'response.completed', response: { id, usage } });
  response.end();
}
