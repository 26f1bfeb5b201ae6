import type { DatabaseSync } from 'node:sqlite';
import type { EntryTerm, IndexEntry } from '../../../core/library/search/index-entry.ts';
import { bytesOf, numbersOf } from './packed-numbers.ts';
import { firstKeyAt, placeOf } from './search-tables.ts';

/** Writes into the tables of an index, within a transaction of the caller's. */
export interface SearchWriter {
  put(entry: IndexEntry): void;
  remove(id: string): void;
}

/** The term numbers of an entry, each with its `past` there. */
type Holdings = readonly (readonly [number: number, past: number])[];

/** The writer of a connection in which the tables are. */
export function searchWriter(connection: DatabaseSync): SearchWriter {
  const entry = connection.prepare('SELECT key, terms FROM search_entries WHERE id = ?');
  const addEntry = connection.prepare('INSERT INTO search_entries (key, id, terms) VALUES (?, ?, ?)');
  const dropEntry = connection.prepare('DELETE FROM search_entries WHERE key = ?');
  const nextKey = connection.prepare('SELECT coalesce(max(key), -1) + 1 AS key FROM search_entries');
  const total = connection.prepare('UPDATE search_totals SET entries = entries + ?, past = past + ?');
  const counts = countWriter(connection);
  const postings = postingWriter(connection);

  /** Takes an entry out again; gives its key, which the one that is put in its place keeps. */
  function takeOut(id: string): number | null {
    const kept = entry.get(id) as { key: number; terms: string } | undefined;
    if (kept === undefined) return null;
    const holdings = JSON.parse(kept.terms) as Holdings;
    counts.takeOut(holdings);
    for (const [number] of holdings) postings.takeOut(number, kept.key);
    dropEntry.run(kept.key);
    total.run(-1, -pastOf(holdings));
    return kept.key;
  }

  return {
    put({ id, terms }) {
      const key = takeOut(id) ?? (nextKey.get() as { key: number }).key;
      const holdings = counts.add(terms);
      postings.add(key, terms, holdings);
      addEntry.run(key, id, JSON.stringify(holdings));
      total.run(1, pastOf(holdings));
    },
    remove(id) {
      takeOut(id);
    },
  };
}

const pastOf = (holdings: Holdings): number => holdings.reduce((sum, [, past]) => sum + past, 0);

/** How many entries have a term. One statement for all terms of an entry: 250 single ones took twice as long. */
function countWriter(connection: DatabaseSync) {
  const add = connection.prepare(`
    INSERT INTO search_terms (term, entries, past) SELECT value ->> 0, 1, value ->> 1 FROM json_each(?) WHERE true
    ON CONFLICT (term) DO UPDATE SET entries = entries + 1, past = past + excluded.past RETURNING term, number`);
  const takeOut = connection.prepare(`
    UPDATE search_terms SET entries = entries - 1, past = past - (asked.value ->> 1)
    FROM json_each(?) AS asked WHERE number = asked.value ->> 0`);
  const dropUnused = connection.prepare(`
    DELETE FROM search_terms WHERE entries = 0 AND number IN (SELECT value ->> 0 FROM json_each(?))`);
  return {
    add(terms: readonly EntryTerm[]): Holdings {
      const rows = add.all(JSON.stringify(terms.map(({ term, past }) => [term, past]))) as unknown as { term: string; number: number }[];
      const numbers = new Map(rows.map(({ term, number }) => [term, number]));
      return terms.map(({ term, past }) => [numbers.get(term) as number, past]);
    },
    takeOut(holdings: Holdings): void {
      const asked = JSON.stringify(holdings);
      takeOut.run(asked);
      dropUnused.run(asked);
    },
  };
}

function postingWriter(connection: DatabaseSync) {
  // Two blobs joined are text to SQLite, of the same bytes.
  const add = connection.prepare(`
    INSERT INTO search_postings (place, packed) SELECT value ->> 0, unhex(value ->> 1) FROM json_each(?) WHERE true
    ON CONFLICT (place) DO UPDATE SET packed = CAST(packed || excluded.packed AS BLOB)`);
  const read = connection.prepare('SELECT packed FROM search_postings WHERE place = ?');
  const write = connection.prepare('UPDATE search_postings SET packed = ? WHERE place = ?');
  const drop = connection.prepare('DELETE FROM search_postings WHERE place = ?');
  return {
    add(key: number, terms: readonly EntryTerm[], holdings: Holdings): void {
      const rows = terms.map(({ weight, past }, at) => {
        const place = placeOf((holdings[at] as Holdings[number])[0], key);
        return [place, Buffer.from(bytesOf(Uint16Array.of(key - firstKeyAt(place), weight, past))).toString('hex')];
      });
      add.run(JSON.stringify(rows));
    },
    takeOut(term: number, key: number): void {
      const place = placeOf(term, key);
      const { packed } = read.get(place) as { packed: Uint8Array };
      const left = without(numbersOf(packed), key - firstKeyAt(place));
      if (left.length === 0) drop.run(place);
      else write.run(bytesOf(left), place);
    },
  };
}

/** A block without the posting of one key. */
const without = (numbers: Uint16Array, key: number): Uint16Array => {
  for (let at = 0; at < numbers.length; at += 3) {
    if (numbers[at] !== key) continue;
    const left = new Uint16Array(numbers.length - 3);
    left.set(numbers.subarray(0, at));
    left.set(numbers.subarray(at + 3), at);
    return left;
  }
  return numbers;
};
