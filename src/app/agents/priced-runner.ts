import type { Usage } from '../../core/events/event-parts.ts';
import { type NanoUsd, usdOf } from '../../core/model/money.ts';
import type { Prices } from '../../ports/prices.ts';
import type { Answer, Runner } from '../../ports/runner.ts';

/**
 * A runner whose calls have a price where it tells only tokens. What a runner tells itself stands. With a limit in money, a call that
 * has no price though one was expected is said, once for each model; what has none from the start was said before the run.
 */
export function pricedRunner(runner: Runner, prices: Prices, limitNanoUsd: NanoUsd | null): Runner {
  const told = new Set<string | null>();
  return {
    ...runner,
    start(call) {
      const { activity, answer } = runner.start(call);
      return { activity, answer: answer.then((given) => priced(given, call.model)) };
    },
  };

  function priced(answer: Answer, asked: string | null): Answer {
    if (answer.usage.nanoUsd !== null) return answer;
    const nanoUsd = priceOf(answer.usage, asked);
    if (nanoUsd !== null) return { ...answer, usage: { ...answer.usage, nanoUsd } };
    const model = answer.usage.model ?? asked;
    if (limitNanoUsd === null || !answer.reply.ok || told.has(model) || !isExpected(asked)) return answer;
    told.add(model);
    const warning = `a call to ${model ?? runner.name} tells too little to have a price: the limit of $${usdOf(limitNanoUsd).toFixed(2)} does not count it`;
    return { ...answer, warnings: [...answer.warnings, warning] };
  }

  function isExpected(asked: string | null): boolean {
    const billed = runner.billing?.(asked) ?? null;
    return billed === 'reported' || (billed !== null && prices.nanoUsdOf(billed, { input: 0, cachedInput: 0, output: 0 }) !== null);
  }

  /** By the model that answered; where that one is not known, by the one that was asked for: servers add dates to names. */
  function priceOf({ inputTokens, cachedInputTokens, outputTokens, model }: Usage, asked: string | null): NanoUsd | null {
    if (inputTokens === null || outputTokens === null) return null;
    const tokens = { input: inputTokens, cachedInput: cachedInputTokens ?? 0, output: outputTokens };
    for (const name of [model ?? asked, asked]) {
      const billed = runner.billing?.(name) ?? null;
      const nanoUsd = billed === null || billed === 'reported' ? null : prices.nanoUsdOf(billed, tokens);
      if (nanoUsd !== null) return nanoUsd;
    }
    return null;
  }
}
