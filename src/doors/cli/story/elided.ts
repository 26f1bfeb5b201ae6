/** A part of a long list: one that is shown, or some that are not. */
export type Part<T> = { readonly shown: T } | { readonly hidden: readonly T[] };

export interface Room {
  readonly first: number;
  readonly last: number;
  /** Of those between, the last so many that are worth it. */
  readonly notable: number;
}

/** The beginning and the end of a list, and what is notable between them; all of one that is not longer than that. */
export function elided<T>(list: readonly T[], { first, last, notable }: Room, isNotable: (each: T) => boolean): Part<T>[] {
  if (list.length <= first + last + notable) return list.map((shown) => ({ shown }));
  const between = list.slice(first, list.length - last);
  const kept = new Set(notable === 0 ? [] : between.filter(isNotable).slice(-notable));
  const parts: Part<T>[] = [];
  let hidden: T[] = [];
  const flush = () => {
    // To say of a single one that it is not shown takes as much room as to show it.
    if (hidden.length === 1) parts.push({ shown: hidden[0] as T });
    else if (hidden.length > 1) parts.push({ hidden });
    hidden = [];
  };
  for (const [index, each] of list.entries()) {
    const isShown = index < first || index >= list.length - last || kept.has(each);
    if (!isShown) {
      hidden.push(each);
      continue;
    }
    flush();
    parts.push({ shown: each });
  }
  flush();
  return parts;
}
