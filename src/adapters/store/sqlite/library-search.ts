import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { FunctionEntry, GuidanceEntry } from '../../../core/library/entries/library-entry.ts';
import type { LibraryView } from '../../../core/library/entries/library-view.ts';
import { indexEntry } from '../../../core/library/search/index-entry.ts';
import type { SearchText } from '../../../core/library/search/search-text.ts';
import { searchedFunction, searchedGuidance } from '../../../core/library/searched-text.ts';
import { type SearchWriter, searchWriter } from './search-writer.ts';

/** Keeps the search index of a library in step with what stands in it, within the transactions that change that. */
export interface LibraryIndex {
  putFunction(entry: FunctionEntry): void;
  putGuidance(entry: GuidanceEntry): void;
  /** Something was asked for when they were used. */
  putAgain(ids: Iterable<string>, view: LibraryView): void;
}

export function libraryIndex(connection: DatabaseSync, sql: (text: string) => StatementSync): LibraryIndex {
  let opened: SearchWriter | null = null;
  const pastRequests = (id: string): string[] => {
    const rows = sql(`SELECT request FROM uses WHERE entry = ? AND kind = 'used' AND request IS NOT NULL ORDER BY ordinal`).all(id);
    return (rows as { request: string }[]).map(({ request }) => request);
  };
  const put = (id: string, text: SearchText | null): void => {
    // Not before the first change: it prepares a dozen statements, which a reader never needs.
    opened ??= searchWriter(connection);
    if (text === null) opened.remove(id);
    else opened.put(indexEntry(text));
  };
  const index: LibraryIndex = {
    putFunction: (entry) => put(entry.id, searchedFunction(entry, pastRequests(entry.id))),
    putGuidance: (entry) => put(entry.id, searchedGuidance(entry, pastRequests(entry.id))),
    putAgain(ids, view) {
      for (const id of ids) {
        const [entry, guidance] = [view.functionOf(id), view.guidanceOf(id)];
        if (entry !== null) index.putFunction(entry);
        if (guidance !== null) index.putGuidance(guidance);
      }
    },
  };
  return index;
}
