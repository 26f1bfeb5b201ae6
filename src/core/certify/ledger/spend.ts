/** What something took. null = nobody told: not nothing. */
export interface Spend {
  readonly tokens: number | null;
  readonly nanoUsd: number | null;
  readonly ms: number | null;
}

export const measures = ['tokens', 'nanoUsd', 'ms'] as const;
export type Measure = (typeof measures)[number];

export const nothing: Spend = { tokens: 0, nanoUsd: 0, ms: 0 };

/** A sum of which a part is unknown is unknown. */
export const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0);

export const sumOfSpends = (spends: readonly Spend[]): Spend => ({
  tokens: sumOf(spends.map(({ tokens }) => tokens)),
  nanoUsd: sumOf(spends.map(({ nanoUsd }) => nanoUsd)),
  ms: sumOf(spends.map(({ ms }) => ms)),
});
