import type { EntryTerm, IndexEntry } from '../../../core/library/search/index-entry.ts';
import type { IndexedTerm, IndexView, PostingBlock } from '../../../core/library/search/index-view.ts';
import { ok } from '../../../core/model/result.ts';
import type { SearchIndex } from '../../../ports/search-index.ts';

interface Kept {
  readonly key: number;
  readonly terms: readonly EntryTerm[];
}

/** An empty index in memory. */
export function memorySearchIndex(): SearchIndex {
  const entries = new Map<string, Kept>();
  const idOfKey: string[] = [];
  const postings = new Map<string, Map<number, EntryTerm>>();
  let pastSum = 0;

  function remove(id: string): void {
    const kept = entries.get(id);
    if (kept === undefined) return;
    entries.delete(id);
    pastSum -= pastOf(kept.terms);
    for (const { term } of kept.terms) {
      const list = postings.get(term);
      list?.delete(kept.key);
      if (list?.size === 0) postings.delete(term);
    }
  }

  function put({ id, terms }: IndexEntry): void {
    const key = entries.get(id)?.key ?? idOfKey.length;
    remove(id);
    idOfKey[key] = id;
    entries.set(id, { key, terms: [...terms] });
    pastSum += pastOf(terms);
    for (const each of terms) {
      const list = postings.get(each.term) ?? new Map();
      list.set(key, each);
      postings.set(each.term, list);
    }
  }

  function found(list: ReadonlyMap<number, EntryTerm>): IndexedTerm {
    return {
      entries: list.size,
      past: pastOf(list.values()),
      postings: () => [...list].map(blockOfOne),
    };
  }

  const view: IndexView = {
    get totals() {
      return { entries: entries.size, past: pastSum, keysEnd: idOfKey.length };
    },
    find(terms) {
      const known = new Map<string, IndexedTerm>();
      for (const term of terms) {
        const list = postings.get(term);
        if (list !== undefined) known.set(term, found(list));
      }
      return known;
    },
    ids: (keys) => keys.map((key) => idOfKey[key] as string),
  };

  return {
    async put(all) {
      return ok(all.forEach(put));
    },
    async remove(id) {
      return ok(remove(id));
    },
    async look(work) {
      return ok(work(view));
    },
  };
}

const blockOfOne = ([firstKey, { weight, past }]: [number, EntryTerm]): PostingBlock => ({
  firstKey,
  numbers: Uint16Array.of(0, weight, past),
});

function pastOf(terms: Iterable<EntryTerm>): number {
  let sum = 0;
  for (const { past } of terms) sum += past;
  return sum;
}
