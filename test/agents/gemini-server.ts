import type { ServerResponse } from 'node:http';
import { json, type LocalServer, localServer, type ModelReply } from './local-server.ts';

/** One scripted answer over the Gemini protocol. */
export interface GeminiReply extends ModelReply {
  /** Default STOP. */
  readonly finishReason?: string;
  /** The provider blocks the prompt for this reason, and there is no candidate. */
  readonly blockReason?: string;
}

export interface GeminiServer extends LocalServer {
  /** Bodies of the requests that were answered from the script, in order, with the model that they asked for. */
  readonly requests: readonly GeminiRequest[];
}

interface GeminiRequest {
  readonly model: string;
  readonly contents: readonly Readonly<Record<string, unknown>>[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

/**
 * A local server that speaks as much of the Gemini protocol as the `gemini` program needs: `:streamGenerateContent?alt=sse`
 * and `:countTokens`. Requests that bring tools are answered from the script in order, past its end by its last reply; others
 * (which model to take, what comes next) get a short text. Each counts 100 tokens of input, 40 of them cached, and 10 of output, 4 of them thoughts.
 */
export async function geminiServer(replies: readonly GeminiReply[]): Promise<GeminiServer> {
  const requests: GeminiRequest[] = [];
  const server = await localServer((request, body, response) => {
    const [, model, verb] = /models\/([^:]+):(\w+)$/.exec(request.path) ?? [];
    if (model === undefined) return json(response, 404, {});
    if (verb === 'countTokens') return json(response, 200, { totalTokens: 100 });
    const asked = { ...(JSON.parse(body) as Omit<GeminiRequest, 'model'>), model };
    // Without tools the program asks which model to take, and insists on an answer of this form.
    const isScripted = (asked.tools?.length ?? 0) > 0;
    if (!isScripted) return answerPlainly(response, { text: '{"complexity_reasoning":"simple","complexity_score":10}' }, verb, model);
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push(asked);
    if (reply === undefined) return json(response, 500, { error: { message: 'the script is empty' } });
    if (reply.silent) return;
    if (reply.error) return json(response, reply.error.status, reply.error.body, reply.error.headers);
    stream(response, reply, model);
  });
  return { ...server, requests };
}

function piece({ text, tools, finishReason, blockReason }: GeminiReply, modelVersion: string): unknown {
  const words = text === undefined ? [] : [{ text }];
  const calls = (tools ?? []).map(({ name, input }) => ({ functionCall: { name, args: input } }));
  const candidate = { index: 0, content: { role: 'model', parts: [...words, ...calls] }, finishReason: finishReason ?? 'STOP' };
  return {
    ...(blockReason === undefined ? { candidates: [candidate] } : { promptFeedback: { blockReason } }),
    usageMetadata: {
      promptTokenCount: 100,
      cachedContentTokenCount: 40,
      candidatesTokenCount: 6,
      thoughtsTokenCount: 4,
      totalTokenCount: 110,
    },
    modelVersion,
  };
}

function answerPlainly(response: ServerResponse, reply: GeminiReply, verb: string | undefined, model: string): void {
  if (verb === 'generateContent') json(response, 200, piece(reply, model));
  else stream(response, reply, model);
}

function stream(response: ServerResponse, reply: GeminiReply, model: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`data: ${JSON.stringify(piece(reply, model))}\n\n`);
}
