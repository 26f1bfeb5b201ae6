import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { Json } from '../../../core/model/json.ts';
import { amountOf, listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { type Fields, type Provider, type Seen, sayFinish, sumOf } from './provider.ts';

const finishes = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'refused',
  RECITATION: 'refused',
  BLOCKLIST: 'refused',
  PROHIBITED_CONTENT: 'refused',
  SPII: 'refused',
  LANGUAGE: 'refused',
} as const;

/** Google's Gemini API. */
export const google: Provider = {
  label: 'Google',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  needsKey: true,
  endsAtOnce: false,
  languageModel: ({ baseUrl, apiKey, headers, fetch, model }) =>
    // It gives calls no ids; the SDK's random ones would make every recording another. Those that are empty here get ours.
    createGoogleGenerativeAI({
      baseURL: baseUrl,
      apiKey: apiKey ?? '',
      headers: { ...headers },
      fetch,
      generateId: () => '',
    }).languageModel(model),
  // Its cache works by itself.
  options: { request: () => undefined, cached: undefined },
  read(event, seen) {
    seen.model = textOf(event.modelVersion) ?? seen.model;
    readUsage(recordOf(event.usageMetadata), seen);
    if (recordOf(event.error) !== null) seen.error = event.error as Json;
    const feedback = recordOf(event.promptFeedback);
    const blocked = textOf(feedback?.blockReason);
    if (blocked !== null && blocked !== 'BLOCK_REASON_UNSPECIFIED') {
      seen.isEnded = true;
      sayFinish(seen, blocked, { [blocked]: 'refused' });
      seen.refusal = textOf(feedback?.blockReasonMessage) ?? '';
      return;
    }
    const candidate = recordOf(listOf(event.candidates)[0]);
    const reason = textOf(candidate?.finishReason);
    if (reason === null) return;
    // An answer that is continued in another response, which the SDK asks for by itself, has not ended.
    seen.isEnded = reason !== 'CONTINUATION';
    sayFinish(seen, reason, finishes);
    if (seen.finish === 'refused') seen.refusal = textOf(candidate?.finishMessage) ?? '';
  },
};

function readUsage(usage: Fields | null, seen: Seen): void {
  if (usage === null) return;
  seen.inputTokens = sumOf(amountOf(usage.promptTokenCount), amountOf(usage.toolUsePromptTokenCount)) ?? seen.inputTokens;
  seen.cachedInputTokens = amountOf(usage.cachedContentTokenCount) ?? seen.cachedInputTokens;
  seen.outputTokens = sumOf(amountOf(usage.candidatesTokenCount), amountOf(usage.thoughtsTokenCount)) ?? seen.outputTokens;
}
