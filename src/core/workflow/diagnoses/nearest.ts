/** Longer words are no slips of the finger; comparing them would only cost time. */
const longestWord = 40;

/**
 * The candidate that a word was most likely meant to be, in any letter case: at most one slip (a letter missing, added,
 * wrong, or two swapped) for every three letters, and three in all. `null` where none is that near; the first of equally near ones.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  if (word.length > longestWord) return null;
  const meant = word.toLowerCase();
  let best: string | null = null;
  let limit = Math.max(1, Math.min(3, Math.floor(word.length / 3)));
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const slips = slipsBetween(meant, candidate.toLowerCase());
    if (slips > limit || (best !== null && slips === limit)) continue;
    best = candidate;
    limit = slips;
  }
  return best;
}

/** Optimal string alignment distance, row by row. */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let slips = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) slips = Math.min(slips, (beforeLast[j - 2] as number) + 1);
      row.push(slips);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] as number;
}
