import { calcPrice } from '@pydantic/genai-prices';
import { nanoUsdOf } from '../../../core/model/money.ts';
import type { BilledModel, Prices } from '../../../ports/prices.ts';

/**
 * The list of the package genai-prices, as it came with it: nothing is looked up over the network. A name is only looked for
 * at the provider that is named or whose address is asked: the list would otherwise guess one from the name, and a gateway or a
 * machine of one's own bills nothing, or something else.
 */
export function genaiPrices(): Prices {
  return {
    nanoUsdOf(model, { input, cachedInput, cacheWrite = 0, output }) {
      const read = Math.min(cachedInput, input);
      const write = Math.min(cacheWrite, input - read);
      const usage = { input_tokens: input, cache_read_tokens: read, cache_write_tokens: write, output_tokens: output };
      const priced = calcPrice(usage, model.name, placeOf(model));
      // Some models have a price for speech or pictures only, and would count as free.
      if (priced === null || !('input_mtok' in priced.model_price) || !('output_mtok' in priced.model_price)) return null;
      return nanoUsdOf(priced.total_price);
    },
  };
}

/** By whom a model is billed, as the list has it. */
export const placeOf = ({ from }: BilledModel) => ('provider' in from ? { providerId: from.provider } : { providerApiUrl: from.endpoint });
