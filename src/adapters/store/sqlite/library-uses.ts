import type { StatementSync } from 'node:sqlite';
import type { EntryUses } from '../../../core/library/entries/library-entry.ts';
import type { EntryUse } from '../../../ports/library.ts';

type Sql = (text: string) => StatementSync;

/** Counts each once by run, entry and kind. Sums stand apart: to add up ten thousand entries takes longer than a search. */
export function countUses(sql: Sql, uses: readonly EntryUse[]): readonly EntryUse[] {
  const isNew = ({ entry, kind, run, request }: EntryUse): boolean =>
    sql('INSERT INTO uses (entry, kind, run, request) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING').run(entry, kind, run, request).changes >
    0;
  const counted = uses.filter(isNew);
  for (const { entry, kind } of counted) {
    sql('INSERT INTO counts (entry, shown, used, helped) VALUES (?, 0, 0, 0) ON CONFLICT DO NOTHING').run(entry);
    sql(`UPDATE counts SET ${kind} = ${kind} + 1 WHERE entry = ?`).run(entry);
  }
  return counted;
}

interface CountRow extends EntryUses {
  readonly entry: string;
}

export function usesOf(sql: Sql, entries: readonly string[] | undefined): ReadonlyMap<string, EntryUses> {
  const one = sql('SELECT entry, shown, used, helped FROM counts WHERE entry = ?');
  const found = entries === undefined ? sql('SELECT entry, shown, used, helped FROM counts').all() : entries.map((entry) => one.get(entry));
  const rows = found.filter((row) => row !== undefined) as unknown as CountRow[];
  return new Map(rows.map(({ entry, shown, used, helped }) => [entry, { shown, used, helped }]));
}
