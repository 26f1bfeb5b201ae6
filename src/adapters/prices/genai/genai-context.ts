import { calcPrice } from '@pydantic/genai-prices';
import type { BilledModel } from '../../../ports/prices.ts';
import { placeOf } from './genai-prices.ts';

/** Tokens that a request to a model and its reply may have together, by the same list; null where it does not say. */
export const contextTokensOf = (model: BilledModel): number | null =>
  calcPrice({ input_tokens: 0 }, model.name, placeOf(model))?.model.context_window ?? null;
