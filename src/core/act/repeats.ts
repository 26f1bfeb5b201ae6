/**
 * How often calls came that say nothing new. A call that has not been made before makes all others new again: what one reads after an
 * edit is another thing than what one read before it. So alternation and batches in another order count as well as plain repetition.
 */
export interface Repeats {
  /** Calls since the last that was new, by their digest. */
  readonly counts: ReadonlyMap<string, number>;
  readonly seen: ReadonlySet<string>;
  /** Calls that were refused as they had been made before, since the last that was new. */
  readonly refused: number;
}

export const noRepeats: Repeats = { counts: new Map(), seen: new Set(), refused: 0 };

/** The third equal call is answered with a note instead of being carried out. */
const carriedOut = 2;
/** So many of those, and the act is stuck. */
export const maxRefusedRepeats = 3;

/** Whether a call with this digest would say nothing new. */
export const isRepeated = ({ counts }: Repeats, digest: string): boolean => (counts.get(digest) ?? 0) >= carriedOut;

export function withCall({ counts, seen, refused }: Repeats, digest: string): Repeats {
  if (!seen.has(digest)) return { counts: new Map([[digest, 1]]), seen: new Set([...seen, digest]), refused: 0 };
  const count = counts.get(digest) ?? 0;
  return {
    counts: new Map([...counts, [digest, count + 1]]),
    seen,
    refused: refused + (count >= carriedOut ? 1 : 0),
  };
}
