import type { ServerResponse } from 'node:http';
import { json, type LocalServer, localServer, type ModelReply } from './local-server.ts';

/** One scripted answer over the Messages protocol. */
export interface ScriptedReply extends ModelReply {
  readonly stopReason?: 'end_turn' | 'max_tokens' | 'refusal';
}

export interface AnthropicServer extends LocalServer {
  /** Bodies of the requests that were answered from the script, in order. */
  readonly requests: readonly MessagesRequest[];
}

interface MessagesRequest {
  readonly model: string;
  readonly system?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly name: string }[];
}

/**
 * A local server that speaks as much of the Anthropic Messages streaming protocol as the `claude` program needs: `HEAD /`,
 * `POST /v1/messages`. Requests that bring tools are answered from the script in order, past its end by its last reply (the
 * program repeats a request that failed); others (titles, probes) get a short text. Input counts 100 tokens a request, output 10.
 */
export async function anthropicServer(replies: readonly ScriptedReply[]): Promise<AnthropicServer> {
  const requests: MessagesRequest[] = [];
  const server = await localServer((request, body, response) => {
    const { path } = request;
    if (path === '/v1/messages/count_tokens') return json(response, 200, { input_tokens: 100 });
    if (request.method !== 'POST' || path !== '/v1/messages') return json(response, request.method === 'HEAD' ? 200 : 404, {});
    const message = JSON.parse(body) as MessagesRequest & { stream?: boolean };
    const isScripted = (message.tools?.length ?? 0) > 0;
    const reply = isScripted ? replies[Math.min(requests.length, replies.length - 1)] : { text: 'ok' };
    if (isScripted) requests.push(message);
    if (reply === undefined) return json(response, 500, errorBody('api_error', 'the script is empty'));
    if (reply.silent) return;
    if (reply.error) return json(response, reply.error.status, reply.error.body, reply.error.headers);
    if (message.stream) stream(response, message.model, reply);
    else json(response, 200, { ...messageHead(message.model), content: contentOf(reply), stop_reason: stopReasonOf(reply), usage });
  });
  return { ...server, requests };
}

const usage = { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
let count = 0;

const messageHead = (model: string) => ({ id: `msg_${++count}`, type: 'message', role: 'assistant', model, stop_sequence: null });

export const errorBody = (type: string, message: string) => ({ type: 'error', error: { type, message } });

const stopReasonOf = (reply: ScriptedReply): string => reply.stopReason ?? (reply.tools?.length ? 'tool_use' : 'end_turn');

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: Readonly<Record<string, unknown>> };

function contentOf(reply: ScriptedReply): Block[] {
  const text: Block[] = reply.text === undefined ? [] : [{ type: 'text', text: reply.text }];
  return [...text, ...(reply.tools ?? []).map((tool): Block => ({ type: 'tool_use', id: `toolu_${++count}`, ...tool }))];
}

function stream(response: ServerResponse, model: string, reply: ScriptedReply): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: { type: string } & Record<string, unknown>) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({ type: 'message_start', message: { ...messageHead(model), content: [], stop_reason: null, usage } });
  for (const [index, block] of contentOf(reply).entries()) {
    const empty = block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
    const delta =
      block.type === 'text'
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    send({ type: 'content_block_start', index, content_block: empty });
    send({ type: 'content_block_delta', index, delta });
    send({ type: 'content_block_stop', index });
  }
  send({
    type: 'message_delta',
    delta: { stop_reason: stopReasonOf(reply), stop_sequence: null },
    usage: { output_tokens: usage.output_tokens },
  });
  send({ type: 'message_stop' });
  response.end();
}
