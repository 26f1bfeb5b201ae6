import type { NanoUsd } from '../core/model/money.ts';

/** What tokens cost. Known without asking anyone: a list, as old as the release that brings it, or what a person wrote down. */
export interface Prices {
  /** null = the model's price is not known: unpriced, which is never free. With no tokens it tells whether a price is known. */
  nanoUsdOf(model: BilledModel, tokens: BilledTokens): NanoUsd | null;
}

/** A model and who sends the bill for it. The same name is sold by several, and served by a machine of one's own. */
export interface BilledModel {
  readonly name: string;
  /** A provider by its name (`openai`, `google`, …), or the address that is asked. */
  readonly from: { readonly provider: string } | { readonly endpoint: string };
}

interface BilledTokens {
  /** All of the input, also what the provider had in its cache. */
  readonly input: number;
  /** Of the input, what the provider had in its cache: most bill it lower. */
  readonly cachedInput: number;
  /** Of the input, what the provider put into its cache: some bill it higher. Absent as 0. */
  readonly cacheWrite?: number;
  readonly output: number;
}
