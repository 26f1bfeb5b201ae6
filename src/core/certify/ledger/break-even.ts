/** When a function has brought in again what it cost to learn it. */
export type BreakEven =
  /** From this entry on, counted from 1, and ever since. 1 = it never cost anything beyond what it saved. */
  | { readonly kind: 'reached'; readonly at: number }
  /** After so many more replays like those so far. */
  | { readonly kind: 'ahead'; readonly replays: number }
  /** No replay saves anything, or there was none. */
  | { readonly kind: 'never' };

/** Out of what each entry saved, in order, and what a replay saves as a rule (null = nobody knows). */
export function breakEvenOf(saved: readonly number[], replaySaves: number | null): BreakEven {
  let [net, since] = [0, 1];
  for (const [index, each] of saved.entries()) {
    const before = net;
    net += each;
    if (before < 0 && net >= 0) since = index + 1;
  }
  if (net >= 0 && saved.some((each) => each > 0)) return { kind: 'reached', at: since };
  if (replaySaves === null || replaySaves <= 0) return { kind: 'never' };
  return { kind: 'ahead', replays: Math.ceil((0 - net) / replaySaves) };
}
