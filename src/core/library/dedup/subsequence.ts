/** How long the longest list is that stands in both in this order, with gaps. Takes the product of their lengths. */
export function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = new Uint32Array(other.length + 1);
  for (const each of one) {
    const next = new Uint32Array(other.length + 1);
    for (const [at, against] of other.entries())
      next[at + 1] = each === against ? (row[at] as number) + 1 : Math.max(row[at + 1] as number, next[at] as number);
    row = next;
  }
  return row[other.length] as number;
}
