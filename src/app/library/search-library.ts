import type { EntryUses } from '../../core/library/entries/library-entry.ts';
import type { LibraryView } from '../../core/library/entries/library-view.ts';
import { explored } from '../../core/library/search/explored.ts';
import { type Ranked, ranking } from '../../core/library/search/ranking.ts';
import type { Failure } from '../../core/model/failure.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Library } from '../../ports/library.ts';
import { functionRow, guidanceRow, type LibraryFilter, type LibraryRow, passes } from './library-row.ts';
import { readingLibrary } from './open-library.ts';

export interface LibrarySearch extends Omit<LibraryFilter, 'status'> {
  readonly status?: 'active' | 'stale';
  /** How many at most; 10 where nothing is said. */
  readonly limit?: number;
}

/**
 * Entries that fit a request in anyone's words, the best first. Nothing is explored: who was shown what is counted for models alone, and to count it
 * here a search would have to write to the library, which it must not make where there is none.
 */
export const searchLibrary = (cwd: string, query: string, search: LibrarySearch = {}): Promise<Result<readonly LibraryRow[], Refusal>> =>
  readingLibrary(cwd, async (library) => {
    const found = await searchIn(library, query, search);
    return found.ok ? found : fail(refusalOf('library/unavailable', found.failure));
  });

/**
 * The same in a library that is open. `turn`: the number of this search, for whoever counts what was shown: now and then an entry that was
 * never shown gets a place (`core/library/search/explored.ts`). Left out, nothing is explored.
 */
export async function searchIn(
  library: Library,
  query: string,
  { limit = 10, ...filter }: LibrarySearch,
  turn?: number,
): Promise<Result<readonly LibraryRow[], Failure>> {
  const found = await library.search((index, view) => {
    const rows = new Map<string, LibraryRow>();
    const accept = (id: string): boolean => {
      const row = rowOf(view, id);
      if (row === null || !passes(row, filter)) return false;
      rows.set(id, row);
      return true;
    };
    return { ranked: ranking(index, query, { limit: limit * 2, accept }), rows };
  });
  if (!found.ok) return found;
  const { ranked, rows } = found.value;
  const uses = await library.uses(ranked.map(({ id }) => id));
  if (!uses.ok) return uses;
  return ok(placed(ranked, uses.value, limit, turn).flatMap(({ id }) => withUses(rows.get(id), uses.value.get(id))));
}

const placed = (ranked: Ranked[], uses: ReadonlyMap<string, EntryUses>, places: number, turn: number | undefined): Ranked[] =>
  turn === undefined ? ranked.slice(0, places) : explored(ranked, (id) => uses.get(id), { places, search: turn });

const withUses = (row: LibraryRow | undefined, uses: EntryUses | undefined): LibraryRow[] =>
  row === undefined ? [] : [uses === undefined ? row : { ...row, uses }];

function rowOf(view: LibraryView, id: string): LibraryRow | null {
  const entry = view.functionOf(id);
  if (entry !== null) return functionRow(entry);
  const guidance = view.guidanceOf(id);
  return guidance === null ? null : guidanceRow(guidance, (each) => view.functionOf(each)?.name ?? null);
}
