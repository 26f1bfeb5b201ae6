import type { TokenPrices } from '../../core/configuration/configuration.ts';
import type { Prices } from '../../ports/prices.ts';

/**
 * What a person wrote down in `pawl.yml` and, for all other models, the list that comes with Pawl. A machine of one's own bills nobody by the
 * token, so its models are in no list: they are unpriced until `pawl.yml` says what they cost, be it 0.
 */
export async function knownPrices(own: ReadonlyMap<string, TokenPrices>): Promise<Prices> {
  // Loaded only where a call has to be priced: the list takes 10 ms.
  const { genaiPrices } = await import('../../adapters/prices/genai/genai-prices.ts');
  const list = genaiPrices();
  return {
    nanoUsdOf(model, tokens) {
      const stated = own.get(model.name);
      if (stated === undefined) return list.nanoUsdOf(model, tokens);
      const cached = Math.min(tokens.cachedInput, tokens.input);
      // Dollars for a million tokens are thousands of nano-dollars for one.
      const usd = (tokens.input - cached) * stated.input + cached * stated.cached + tokens.output * stated.output;
      return Math.round(usd * 1000);
    },
  };
}
