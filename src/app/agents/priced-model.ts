import type { Usage } from '../../core/events/event-parts.ts';
import type { NanoUsd } from '../../core/model/money.ts';
import type { Model, ModelAnswer } from '../../ports/model.ts';
import type { Prices } from '../../ports/prices.ts';

/** A model whose turns have a price where it tells only tokens. What it tells itself stands; what has no known price stays unpriced. */
export function pricedModel(model: Model, prices: Prices): Model {
  return {
    ...model,
    start(request) {
      const { activity, answer } = model.start(request);
      return { activity, answer: answer.then(priced) };
    },
  };

  function priced(answer: ModelAnswer): ModelAnswer {
    const nanoUsd = answer.usage.nanoUsd ?? priceOf(answer.usage);
    return nanoUsd === answer.usage.nanoUsd ? answer : { ...answer, usage: { ...answer.usage, nanoUsd } };
  }

  /** By the model that answered; where that one is not known, by the one that was asked for: servers add dates to names. */
  function priceOf({ inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, model: answered }: Usage): NanoUsd | null {
    const { billing } = model;
    if (inputTokens === null || outputTokens === null || billing === null || billing === 'reported') return null;
    const tokens = { input: inputTokens, cachedInput: cachedInputTokens ?? 0, cacheWrite: cacheWriteTokens ?? 0, output: outputTokens };
    const named = answered === null ? null : prices.nanoUsdOf({ ...billing, name: answered }, tokens);
    return named ?? prices.nanoUsdOf(billing, tokens);
  }
}
