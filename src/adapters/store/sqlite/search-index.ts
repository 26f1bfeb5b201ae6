import type { DatabaseSync } from 'node:sqlite';
import type { IndexedTerm, IndexTotals, IndexView } from '../../../core/library/search/index-view.ts';
import { ok } from '../../../core/model/result.ts';
import type { SearchIndex } from '../../../ports/search-index.ts';
import type { Database } from './database.ts';
import { numbersOf } from './packed-numbers.ts';
import { firstKeyAt, placesOf } from './search-tables.ts';
import { type SearchWriter, searchWriter } from './search-writer.ts';

/**
 * An index in tables of a database in which `makeSearchTables` has made them. Nothing of it is held in memory: a process that asks once reads
 * what the query needs, and one that asks often finds it in SQLite's own cache.
 */
export function sqliteSearchIndex(database: Database): SearchIndex {
  // Made when it is first needed: whoever only asks does not wait for its eleven statements.
  let made: SearchWriter | null = null;
  const writer = (): SearchWriter => {
    made ??= searchWriter(database.connection);
    return made;
  };
  const view = searchView(database.connection);
  return {
    put: (entries) => database.write(() => ok(entries.forEach(writer().put))),
    remove: (id) => database.write(() => ok(writer().remove(id))),
    look: (work) => database.read(() => ok(work(view))),
  };
}

/** Reads the tables, within a transaction of the caller's. */
export function searchView(connection: DatabaseSync): IndexView {
  const totals = connection.prepare(`
    SELECT entries, past, coalesce((SELECT max(key) FROM search_entries), -1) + 1 AS keysEnd FROM search_totals`);
  const find = connection.prepare(`
    SELECT term, number, entries, past FROM json_each(?) AS asked JOIN search_terms ON term = asked.value`);
  const blocks = connection.prepare('SELECT place, packed FROM search_postings WHERE place BETWEEN ? AND ?');
  const ids = connection.prepare(
    'SELECT search_entries.id AS id FROM json_each(?) AS asked JOIN search_entries ON search_entries.key = asked.value ORDER BY asked.key',
  );
  return {
    get totals() {
      return totals.get() as unknown as IndexTotals;
    },
    find(terms) {
      const rows = find.all(JSON.stringify(terms)) as unknown as (Omit<IndexedTerm, 'postings'> & { term: string; number: number })[];
      const postings = (number: number) => () =>
        (blocks.all(...placesOf(number)) as unknown as { place: number; packed: Uint8Array }[]).map(({ place, packed }) => ({
          firstKey: firstKeyAt(place),
          numbers: numbersOf(packed),
        }));
      return new Map(rows.map(({ term, number, entries, past }) => [term, { entries, past, postings: postings(number) }]));
    },
    ids: (keys) => (ids.all(JSON.stringify(keys)) as unknown as { id: string }[]).map(({ id }) => id),
  };
}
