import type { ModelSettings, ProviderName } from '../../src/adapters/model/ai-sdk/ai-sdk-model.ts';

/** A provider's wire format: how it writes what a model says, and where its API is. */
export interface Wire {
  readonly provider: ProviderName;
  readonly model: string;
  /** Path of the API's base at a server. */
  readonly base: string;
  readonly variable: string;
  /** An answer of these pieces of text. Input 100 tokens, 40 of them cached; output 10. */
  text(pieces: readonly string[], end?: End): unknown[];
  /** An answer of these calls, each with its arguments in pieces. */
  calls(calls: readonly WireCall[], end?: End): unknown[];
  /** What an answer begins with, before anything is said. */
  readonly start: unknown[];
  /** An error inside the stream. */
  error(words: string): unknown;
  /** An error as a document, with its status. */
  refusal(status: number, words: string): unknown;
  /** Results in the second request, by the ids of their calls, as they were written. */
  // biome-ignore lint/suspicious/noExplicitAny: each provider's own form
  resultsIn(body: any): { readonly id: string | undefined; readonly text: unknown }[];
}

type End = 'stop' | 'length' | 'refused' | 'odd' | 'none';

interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly pieces: readonly string[];
}

/** The settings of a model at a server of this wire, with a key. */
export const settingsAt = (wire: Wire, origin: string, more: Partial<ModelSettings> = {}): ModelSettings => ({
  provider: wire.provider,
  model: wire.model,
  baseUrl: `${origin}${wire.base}`,
  key: { value: 'sk-secret-0123456789', variable: wire.variable },
  headers: {},
  contextTokens: 100_000,
  ...more,
});

const anthropicEnds = { stop: 'end_turn', length: 'max_tokens', refused: 'refusal', odd: 'pause_turn' } as const;

const anthropicStart = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-served',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 50, cache_read_input_tokens: 40, cache_creation_input_tokens: 10, output_tokens: 1 },
  },
};

const anthropicEnd = (end: End, calls = false): unknown[] =>
  end === 'none'
    ? []
    : [
        {
          type: 'message_delta',
          delta: { stop_reason: calls && end === 'stop' ? 'tool_use' : anthropicEnds[end], stop_sequence: null },
          usage: { output_tokens: 10 },
        },
        { type: 'message_stop' },
      ];

export const anthropicWire: Wire = {
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  base: '/v1',
  variable: 'ANTHROPIC_API_KEY',
  start: [anthropicStart],
  text: (pieces, end = 'stop') => [
    anthropicStart,
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...pieces.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
    ...(end === 'none' ? [] : [{ type: 'content_block_stop', index: 0 }]),
    ...anthropicEnd(end),
  ],
  calls: (calls, end = 'stop') => [
    anthropicStart,
    ...calls.flatMap(({ id, name, pieces }, index) => [
      { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
      ...pieces.map((piece) => ({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: piece } })),
      ...(end === 'none' && index === calls.length - 1 ? [] : [{ type: 'content_block_stop', index }]),
    ]),
    ...anthropicEnd(end, true),
  ],
  error: (message) => ({ type: 'error', error: { type: 'overloaded_error', message } }),
  refusal: (status, message) => ({ type: 'error', error: { type: status === 401 ? 'authentication_error' : 'rate_limit_error', message } }),
  resultsIn: ({ messages }) =>
    messages
      .at(-1)
      .content.flatMap((part: { type: string; tool_use_id: string; content: unknown }) =>
        part.type === 'tool_result' ? [{ id: part.tool_use_id, text: part.content }] : [],
      ),
};

const openaiUsage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 40 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 110,
};

const openaiResponse = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  model: 'gpt-served',
  status: 'in_progress',
  output: [],
};

const openaiStart = { type: 'response.created', sequence_number: 0, response: openaiResponse };

function openaiEnd(end: End): unknown[] {
  if (end === 'none') return [];
  const reason = { stop: null, length: 'max_output_tokens', refused: 'content_filter', odd: 'odd' }[end];
  const type = reason === null ? 'response.completed' : 'response.incomplete';
  const details = reason === null ? null : { reason };
  return [
    { type, sequence_number: 99, response: { ...openaiResponse, status: 'completed', incomplete_details: details, usage: openaiUsage } },
  ];
}

export const openaiWire: Wire = {
  provider: 'openai',
  model: 'gpt-5',
  base: '/v1',
  variable: 'OPENAI_API_KEY',
  start: [openaiStart],
  text: (pieces, end = 'stop') => [
    openaiStart,
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { type: 'message', id: 'msg_1', status: 'in_progress', role: 'assistant', content: [] },
    },
    ...pieces.map((delta) => ({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta })),
    ...(end === 'none'
      ? []
      : [
          {
            type: 'response.output_item.done',
            output_index: 0,
            item: {
              type: 'message',
              id: 'msg_1',
              status: 'completed',
              role: 'assistant',
              content: [{ type: 'output_text', text: pieces.join(''), annotations: [] }],
            },
          },
        ]),
    ...openaiEnd(end),
  ],
  calls: (calls, end = 'stop') => [
    openaiStart,
    ...calls.map(({ id, name }, index) => ({
      type: 'response.output_item.added',
      output_index: index,
      item: { type: 'function_call', id: `fc_${index}`, call_id: id, name, arguments: '', status: 'in_progress' },
    })),
    // Interleaved: a piece of each in turn.
    ...Array.from({ length: Math.max(...calls.map(({ pieces }) => pieces.length)) }).flatMap((_each, at) =>
      calls.flatMap(({ pieces }, index) =>
        pieces[at] === undefined
          ? []
          : [{ type: 'response.function_call_arguments.delta', item_id: `fc_${index}`, output_index: index, delta: pieces[at] }],
      ),
    ),
    ...(end === 'none' || end === 'length'
      ? []
      : calls.map(({ id, name, pieces }, index) => ({
          type: 'response.output_item.done',
          output_index: index,
          item: { type: 'function_call', id: `fc_${index}`, call_id: id, name, arguments: pieces.join(''), status: 'completed' },
        }))),
    ...openaiEnd(end),
  ],
  error: (message) => ({ type: 'error', sequence_number: 5, error: { type: 'server_error', code: 'server_error', message, param: null } }),
  refusal: (status, message) => ({
    error: { message, type: status === 401 ? 'invalid_request_error' : 'requests', code: null, param: null },
  }),
  resultsIn: ({ input }) =>
    input.flatMap((item: { type: string; call_id: string; output: unknown }) =>
      item.type === 'function_call_output' ? [{ id: item.call_id, text: item.output }] : [],
    ),
};

const chatUsage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110, prompt_tokens_details: { cached_tokens: 40 } };
const chatChunk = (delta: unknown, finish: string | null = null) => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'served',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

function chatEnd(end: End, calls = false): unknown[] {
  if (end === 'none') return [];
  const reason = { stop: calls ? 'tool_calls' : 'stop', length: 'length', refused: 'content_filter', odd: 'odd' }[end];
  return [chatChunk({}, reason), { id: 'c1', object: 'chat.completion.chunk', model: 'served', choices: [], usage: chatUsage }, '[DONE]'];
}

export const chatWire: Wire = {
  provider: 'compatible',
  model: 'small',
  base: '/v1',
  variable: 'PAWL_OPENAI_API_KEY',
  start: [chatChunk({ role: 'assistant', content: '' })],
  text: (pieces, end = 'stop') => [
    chatChunk({ role: 'assistant', content: '' }),
    ...pieces.map((content) => chatChunk({ content })),
    ...chatEnd(end),
  ],
  calls: (calls, end = 'stop') => [
    chatChunk({ role: 'assistant', content: null }),
    ...calls.map(({ id, name }, index) => chatChunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })),
    ...Array.from({ length: Math.max(...calls.map(({ pieces }) => pieces.length)) }).flatMap((_each, at) =>
      calls.flatMap(({ pieces }, index) =>
        pieces[at] === undefined ? [] : [chatChunk({ tool_calls: [{ index, function: { arguments: pieces[at] } }] })],
      ),
    ),
    ...chatEnd(end, true),
  ],
  error: (message) => ({ error: { message, type: 'server_error', code: 500 } }),
  refusal: (_status, message) => ({ error: { message } }),
  resultsIn: ({ messages }) =>
    messages.flatMap((message: { role: string; tool_call_id: string; content: unknown }) =>
      message.role === 'tool' ? [{ id: message.tool_call_id, text: message.content }] : [],
    ),
};

const geminiUsage = {
  promptTokenCount: 100,
  cachedContentTokenCount: 40,
  candidatesTokenCount: 6,
  thoughtsTokenCount: 4,
  totalTokenCount: 110,
};
const geminiPiece = (parts: readonly unknown[], finishReason?: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
  usageMetadata: geminiUsage,
  modelVersion: 'gemini-served',
  responseId: 'r1',
});

const geminiEnds = { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY', odd: 'MALFORMED_FUNCTION_CALL' } as const;
const geminiEnd = (end: End): unknown[] => (end === 'none' ? [] : [geminiPiece([{ text: '' }], geminiEnds[end])]);

export const geminiWire: Wire = {
  provider: 'google',
  model: 'gemini-2.5-pro',
  base: '/v1beta',
  variable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  start: [geminiPiece([])],
  text: (pieces, end = 'stop') => [...pieces.map((text) => geminiPiece([{ text }])), ...geminiEnd(end)],
  // It sends calls whole, and without ids.
  calls: (calls, end = 'stop') => [
    geminiPiece(
      calls.map(({ name, pieces }) => ({
        functionCall: { name, args: end === 'length' || end === 'none' ? {} : JSON.parse(pieces.join('')) },
      })),
    ),
    ...geminiEnd(end),
  ],
  error: (message) => ({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  refusal: (status, message) => ({ error: { code: status, message, status: status === 401 ? 'UNAUTHENTICATED' : 'RESOURCE_EXHAUSTED' } }),
  resultsIn: ({ contents }) =>
    contents.at(-1).parts.map(({ functionResponse }: { functionResponse: { id?: string; response: unknown } }) => ({
      id: functionResponse.id,
      text: functionResponse.response,
    })),
};

export const wires: readonly Wire[] = [anthropicWire, openaiWire, geminiWire, chatWire];
