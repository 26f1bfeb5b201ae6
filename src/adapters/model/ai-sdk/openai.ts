import { createOpenAI } from '@ai-sdk/openai';
import type { Json } from '../../../core/model/json.ts';
import { amountOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { type Fields, type Provider, type Seen, sayFinish } from './provider.ts';

const reasons = { max_output_tokens: 'length', content_filter: 'refused' } as const;

/** OpenAI's Responses API. */
export const openai: Provider = {
  label: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  needsKey: true,
  endsAtOnce: true,
  languageModel: ({ baseUrl, apiKey, headers, fetch, model }) =>
    createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? '', headers: { ...headers }, fetch }).responses(model),
  options: {
    // Nothing is kept there: each request is whole, with the reasoning in it encrypted, so that a recording is whole too. Its cache works
    // by itself; the key sends requests that begin alike to the same place. Strict schemas would refuse any with an optional field.
    request: (digest) => ({ openai: { store: false, promptCacheKey: digest.slice(0, 32), strictJsonSchema: false } }),
    cached: undefined,
  },
  read(event, seen) {
    const response = recordOf(event.response);
    seen.model = textOf(response?.model) ?? seen.model;
    readUsage(recordOf(response?.usage), seen);
    switch (event.type) {
      case 'response.completed':
        seen.isEnded = true;
        seen.finish = 'stop';
        return;
      case 'response.incomplete': {
        seen.isEnded = true;
        sayFinish(seen, textOf(recordOf(response?.incomplete_details)?.reason) ?? 'incomplete', reasons);
        return;
      }
      case 'response.failed':
        seen.error = (response?.error ?? { message: 'The provider says that it failed, and not why.' }) as Json;
        return;
      case 'response.refusal.delta':
        seen.refusal += typeof event.delta === 'string' ? event.delta : '';
        return;
      case 'response.refusal.done':
        if (seen.refusal === '') seen.refusal = textOf(event.refusal) ?? '';
        return;
      case 'error':
        seen.error = (recordOf(event.error) ?? event) as Json;
    }
  },
};

function readUsage(usage: Fields | null, seen: Seen): void {
  seen.inputTokens = amountOf(usage?.input_tokens) ?? seen.inputTokens;
  seen.cachedInputTokens = amountOf(recordOf(usage?.input_tokens_details)?.cached_tokens) ?? seen.cachedInputTokens;
  seen.cacheWriteTokens = amountOf(recordOf(usage?.input_tokens_details)?.cache_write_tokens) ?? seen.cacheWriteTokens;
  seen.outputTokens = amountOf(usage?.output_tokens) ?? seen.outputTokens;
}
