import type { LibraryState } from '../../core/library/library-state.ts';

/** Ids of living entries that have words of the query, those with the most first. */
export function wordSearch(state: LibraryState, kind: 'function' | 'guidance', query: string, most: number): string[] {
  const words = new Set(wordsOf(query));
  const entries = [...(kind === 'function' ? state.functions : state.guidance).values()].filter(({ isDeleted }) => !isDeleted);
  return entries
    .map((entry) => ({ id: entry.id, hits: new Set(wordsOf(JSON.stringify(entry)).filter((word) => words.has(word))).size }))
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits || (one.id < other.id ? -1 : 1))
    .slice(0, most)
    .map(({ id }) => id);
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
