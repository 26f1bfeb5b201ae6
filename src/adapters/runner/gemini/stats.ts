import type { Usage } from '../../../core/events/event-parts.ts';
import { amountOf, recordOf } from '../../../core/model/untrusted-json.ts';
import type { Prices } from '../../../ports/prices.ts';
import type { Fields } from '../../agent-cli/conversation.ts';

interface ModelTokens {
  readonly model: string;
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

/**
 * What `gemini` says it used, from the `stats` of its result. It asks several models (a small one chooses which is to answer):
 * tokens are those of all, the model is the one with the most, and each is priced by its own name.
 */
export function usageOf(stats: Fields | null, prices: Prices | null): Usage {
  const models = Object.entries(recordOf(stats?.models) ?? {}).flatMap(([model, of]) => tokensOf(model, recordOf(of) ?? {}));
  if (models.length === 0) return { nanoUsd: null, inputTokens: null, outputTokens: null, model: null };
  const most = models.reduce((left, right) => (right.input + right.output > left.input + left.output ? right : left));
  return {
    nanoUsd: prices === null ? null : priceOf(models, prices),
    inputTokens: sumOf(models, 'input'),
    outputTokens: sumOf(models, 'output'),
    model: most.model,
  };
}

/**
 * The stream and the document name their fields differently. Output leaves thoughts out, which are billed as output, and the
 * total has them: tried.
 */
function tokensOf(model: string, of: Fields): ModelTokens[] {
  const tokens = recordOf(of.tokens) ?? of;
  const input = amountOf(tokens.prompt) ?? amountOf(tokens.input_tokens);
  const answer = amountOf(tokens.candidates) ?? amountOf(tokens.output_tokens);
  if (input === null || answer === null) return [];
  const output = Math.max(answer, (amountOf(tokens.total) ?? amountOf(tokens.total_tokens) ?? 0) - input);
  return [{ model, input, cachedInput: amountOf(tokens.cached) ?? 0, output }];
}

/** null as soon as one of the models has no known price: a part is no price. */
function priceOf(models: readonly ModelTokens[], prices: Prices): Usage['nanoUsd'] {
  const priced = models
    .filter(({ input, output }) => input + output > 0)
    .map(({ model, ...tokens }) => prices.nanoUsdOf({ name: model, from: { provider: 'google' } }, tokens));
  return priced.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0);
}

const sumOf = (models: readonly ModelTokens[], key: 'input' | 'output'): number => models.reduce((sum, each) => sum + each[key], 0);
