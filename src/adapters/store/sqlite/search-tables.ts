import type { DatabaseSync } from 'node:sqlite';

/**
 * The tables of a search index, to stand in whatever database its owner has. Nothing is done where they are there.
 *
 * `search_entries.terms` is what an entry has put into the other tables, to take it away again. `search_postings.place` is a term's number and a
 * block of entries' keys in one integer (`placeOf`), so that a list is a few rows that lie together, and one is rewritten without the others.
 */
export const searchTables = `
  CREATE TABLE IF NOT EXISTS search_totals (
    one INTEGER PRIMARY KEY CHECK (one = 1), entries INTEGER NOT NULL, past INTEGER NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO search_totals VALUES (1, 0, 0);
  CREATE TABLE IF NOT EXISTS search_entries (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, terms TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS search_terms (
    number INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE, entries INTEGER NOT NULL, past INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS search_postings (place INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT;
`;

/** Makes them in a database that is open. */
export const makeSearchTables = (connection: DatabaseSync): void => connection.exec(searchTables);

/**
 * Entries whose postings of a term share a row, of 6 bytes each: a query reads a row for each so many entries, and an add rewrites one for each of
 * its terms.
 */
const blockEntries = 1024;

const blocksOfTerm = 2 ** 20;

/** Exact up to 2^33 terms. */
export const placeOf = (term: number, key: number): number => term * blocksOfTerm + Math.floor(key / blockEntries);
export const placesOf = (term: number): readonly [from: number, end: number] => [term * blocksOfTerm, (term + 1) * blocksOfTerm - 1];
export const firstKeyAt = (place: number): number => (place % blocksOfTerm) * blockEntries;
