import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Json } from '../../../core/model/json.ts';
import { amountOf, listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { repairedFetch } from './chat-fetch.ts';
import { type Fields, type Provider, type Seen, sayFinish } from './provider.ts';

const finishes = { stop: 'stop', tool_calls: 'calls', function_call: 'calls', length: 'length', content_filter: 'refused' } as const;

/** Any server that speaks OpenAI's chat API. */
export const compatible: Provider = {
  label: 'OpenAI-compatible',
  baseUrl: null,
  needsKey: false,
  endsAtOnce: false,
  languageModel: ({ baseUrl, apiKey, headers, fetch, model }) =>
    createOpenAICompatible({
      name: 'compatible',
      baseURL: baseUrl,
      ...(apiKey === null ? {} : { apiKey }),
      headers: { ...headers },
      includeUsage: true,
      supportsStructuredOutputs: true,
      fetch: repairedFetch(fetch),
    }).chatModel(model),
  options: { request: () => ({ compatible: { strictJsonSchema: false } }), cached: undefined },
  read(event, seen) {
    seen.model = textOf(event.model) ?? seen.model;
    readUsage(recordOf(event.usage), seen);
    if (event.error !== undefined && event.error !== null) seen.error = { error: event.error as Json };
    const choice = recordOf(listOf(event.choices)[0]);
    const refusal = recordOf(choice?.delta)?.refusal;
    seen.refusal += typeof refusal === 'string' ? refusal : '';
    const reason = textOf(choice?.finish_reason);
    if (reason === null) return;
    seen.isEnded = true;
    sayFinish(seen, reason, finishes);
  },
};

function readUsage(usage: Fields | null, seen: Seen): void {
  seen.inputTokens = amountOf(usage?.prompt_tokens) ?? seen.inputTokens;
  seen.cachedInputTokens =
    amountOf(recordOf(usage?.prompt_tokens_details)?.cached_tokens) ?? amountOf(usage?.prompt_cache_hit_tokens) ?? seen.cachedInputTokens;
  seen.outputTokens = amountOf(usage?.completion_tokens) ?? seen.outputTokens;
}
