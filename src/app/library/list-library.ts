import type { EntryUses } from '../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import { functionRow, guidanceRow, type LibraryFilter, type LibraryRow, passes } from './library-row.ts';
import { readingWhole } from './open-library.ts';

/** What the library has: living entries, or with `status: 'deleted'` those that can be restored. */
export const listLibrary = (cwd: string, filter: LibraryFilter = {}): Promise<Result<readonly LibraryRow[], Refusal>> =>
  readingWhole(cwd, (state, uses) => {
    const rows = rowsOf(state, uses).filter((row) => passes(row, filter));
    return rows.sort((one, other) => (one.kind === other.kind ? (one.name < other.name ? -1 : 1) : one.kind === 'function' ? -1 : 1));
  });

const rowsOf = (state: LibraryState, uses: ReadonlyMap<string, EntryUses>): LibraryRow[] => [
  ...[...state.functions.values()].map((entry) => functionRow(entry, uses.get(entry.id))),
  ...[...state.guidance.values()].map((entry) => guidanceRow(entry, (id) => state.functions.get(id)?.name ?? null, uses.get(entry.id))),
];
