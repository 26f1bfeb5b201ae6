import { createAnthropic } from '@ai-sdk/anthropic';
import type { Json } from '../../../core/model/json.ts';
import { amountOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { type Fields, type Provider, type Seen, sayFinish, sumOf } from './provider.ts';

const finishes = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refused',
} as const;

/** Anthropic's Messages API. */
export const anthropic: Provider = {
  label: 'Anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  needsKey: true,
  endsAtOnce: true,
  languageModel: ({ baseUrl, apiKey, headers, fetch, model }) =>
    createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', headers: { ...headers }, fetch }).languageModel(model),
  options: {
    // Else the SDK asks for arguments that the provider has not looked through: faster, and not always JSON.
    request: () => ({ anthropic: { toolStreaming: false } }),
    // It keeps what stands before each mark, of which a request may have four: here the tools, the system text and the last message.
    cached: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  },
  read(event, seen) {
    switch (event.type) {
      case 'message_start':
        seen.model = textOf(recordOf(event.message)?.model);
        readUsage(recordOf(recordOf(event.message)?.usage), seen);
        return;
      case 'message_delta': {
        readUsage(recordOf(event.usage), seen);
        const delta = recordOf(event.delta);
        const reason = textOf(delta?.stop_reason);
        if (reason !== null) sayFinish(seen, reason, finishes);
        seen.refusal += textOf(recordOf(delta?.stop_details)?.explanation) ?? '';
        return;
      }
      case 'message_stop':
        seen.isEnded = true;
        return;
      case 'error':
        seen.error = event as Json;
    }
  },
};

/** Its input tokens leave out what came from the cache and what was written to it. */
function readUsage(usage: Fields | null, seen: Seen): void {
  const read = amountOf(usage?.cache_read_input_tokens) ?? seen.cachedInputTokens;
  const written = amountOf(usage?.cache_creation_input_tokens) ?? seen.cacheWriteTokens;
  const fresh = amountOf(usage?.input_tokens);
  const freshBefore = seen.inputTokens === null ? null : seen.inputTokens - (seen.cachedInputTokens ?? 0) - (seen.cacheWriteTokens ?? 0);
  seen.inputTokens = sumOf(fresh ?? freshBefore, read, written);
  seen.cachedInputTokens = read;
  seen.cacheWriteTokens = written;
  seen.outputTokens = amountOf(usage?.output_tokens) ?? seen.outputTokens;
}
