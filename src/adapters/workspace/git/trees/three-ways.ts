/** The same thing in three states; undefined where it is not there. */
export interface Three<T> {
  readonly base: T | undefined;
  readonly theirs: T | undefined;
  readonly ours: T | undefined;
}

/** What both sides come to: the one that has changed, or what both have made of it; null where they differ. */
export function settled<T>(
  { base, theirs, ours }: Three<T>,
  same: (one: T | undefined, other: T | undefined) => boolean,
): { readonly is: T | undefined } | null {
  if (same(theirs, ours) || same(theirs, base)) return { is: ours };
  return same(ours, base) ? { is: theirs } : null;
}

export const isSame = (one: unknown, other: unknown): boolean => one === other;

/** Keys that any of them has. */
export const keysOf = (...maps: readonly { keys(): Iterable<string> }[]): Set<string> => new Set(maps.flatMap((map) => [...map.keys()]));
