/**
 * Money is a whole number of nano-dollars (1e-9 USD), so that ten calls of $0.10 are exactly $1.00.
 * A safe integer holds up to about nine million dollars.
 */
export type NanoUsd = number;

const nanoPerUsd = 1e9;

/** Dollars as a provider reports them to nano-dollars, rounded; `null` for what is no amount (negative, NaN, infinite). */
export function nanoUsdOf(usd: number): NanoUsd | null {
  if (!Number.isFinite(usd) || usd < 0 || usd > Number.MAX_SAFE_INTEGER / nanoPerUsd) return null;
  return Math.round(usd * nanoPerUsd);
}

/** Nano-dollars to dollars, for people and for JSON. */
export const usdOf = (nano: NanoUsd): number => nano / nanoPerUsd;
