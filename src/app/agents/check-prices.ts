import { usdOf } from '../../core/model/money.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Prices } from '../../ports/prices.ts';
import type { Runner } from '../../ports/runner.ts';
import type { RunLimits } from './run-limits.ts';

const noTokens = { input: 0, cachedInput: 0, output: 0 };

/**
 * Before a run: whether the models that it asks for have a known price. A limit in money that was set for this run cannot hold without, so
 * it is refused unless a person allows it; else it is a sentence to say.
 */
export function checkPrices(
  runner: Runner,
  asked: ReadonlyMap<string | null, string>,
  prices: Prices,
  { nanoUsd, from }: RunLimits,
  allowUnpriced: boolean,
): Result<string[], Refusal> {
  const unpriced = new Map<string, string>();
  for (const [model, step] of asked) {
    const billed = runner.billing?.(model) ?? null;
    if (billed === 'reported') continue;
    if (billed !== null && prices.nanoUsdOf(billed, noTokens) !== null) continue;
    const name = billed?.name ?? (model === null ? `what ${runner.name} answers with` : model);
    if (!unpriced.has(name)) unpriced.set(name, step);
  }
  const [first] = unpriced;
  if (first === undefined) return ok([]);
  const names = [...unpriced.keys()].join(', ');
  const message = `the price of ${names} is not known`;
  if (nanoUsd === null) return ok([`${message}: calls are shown as unpriced ("prices" in pawl.yml can name one)`]);
  const limit = `the limit of $${usdOf(nanoUsd).toFixed(2)}`;
  if (from === 'default' || allowUnpriced) return ok([`${message}: calls are shown as unpriced, and ${limit} does not count them`]);
  return fail({
    code: 'run/unpriced-model',
    message: `${message}, so ${limit} could not hold; the step "${first[1]}" asks for it`,
    hint: '--allow-unpriced  runs it all the same, uncounted; or write its price under "prices" in pawl.yml',
  });
}
