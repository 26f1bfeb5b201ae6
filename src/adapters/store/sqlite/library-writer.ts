import type { StatementSync } from 'node:sqlite';
import type { Decided } from '../../../core/library/edits/decide-edits.ts';
import type { Applied, EditSet } from '../../../core/library/edits/library-edit.ts';
import { authorOf } from '../../../core/library/edits/set-author.ts';
import { entryOf } from '../../../core/library/entries/library-change.ts';
import { type EnvironmentEntry, type FunctionEntry, type GuidanceEntry, newest } from '../../../core/library/entries/library-entry.ts';
import { isSearched } from '../../../core/library/searched-text.ts';
import { digestOf } from '../../../core/model/digest.ts';
import { columnsOf } from './library-rows.ts';
import type { LibraryIndex } from './library-search.ts';

type Sql = (text: string) => StatementSync;

/** What a set gave that was applied before; null = it was not. */
export function appliedBefore(sql: Sql, set: string): Applied | null {
  const row = sql('SELECT first_seq, last_seq, remarks, ids FROM sets WHERE id = ?').get(set) as unknown as SetRow | undefined;
  if (row === undefined) return null;
  const { first_seq: firstSeq, last_seq: lastSeq, remarks, ids } = row;
  return { firstSeq, lastSeq, wasApplied: true, remarks: JSON.parse(remarks), ids: JSON.parse(ids) };
}

interface SetRow {
  readonly first_seq: number;
  readonly last_seq: number;
  readonly remarks: string;
  readonly ids: string;
}

export const lastSeq = (sql: Sql): number => (sql('SELECT coalesce(max(seq), 0) AS seq FROM changes').get() as { seq: number }).seq;

/** Writes what was decided: its changes to the log, what they touch to the tables, its sources. Within a transaction. */
export function writeSet(sql: Sql, index: LibraryIndex, set: EditSet, { changes, remarks, ids, after }: Decided): Applied {
  const firstSeq = lastSeq(sql) + 1;
  const by = authorOf(set);
  const insert = sql('INSERT INTO changes (seq, set_id, entry, at_ms, author, why, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (const [index, change] of changes.entries())
    insert.run(firstSeq + index, set.id, entryOf(change), set.atMs, by, set.why, ...columnsOf(change));
  for (const edit of set.edits) {
    if (edit.kind !== 'add_function') continue;
    const { source } = edit.candidate;
    sql('INSERT INTO sources (digest, text) VALUES (?, ?) ON CONFLICT DO NOTHING').run(digestOf(source), source);
  }
  // A name is free before another one takes it.
  const functions = [...after.functions.values()].sort((one, other) => Number(other.isDeleted) - Number(one.isDeleted));
  const searched = new Set(changes.filter(isSearched).map(entryOf));
  for (const entry of functions) {
    writeFunction(sql, entry);
    if (searched.has(entry.id)) index.putFunction(entry);
  }
  for (const entry of after.guidance.values()) {
    writeGuidance(sql, entry);
    if (searched.has(entry.id)) index.putGuidance(entry);
  }
  for (const entry of after.environments.values()) writeEnvironment(sql, entry);
  const applied = { firstSeq, lastSeq: firstSeq + changes.length - 1, wasApplied: false, remarks, ids };
  sql('INSERT INTO sets (id, first_seq, last_seq, remarks, ids) VALUES (?, ?, ?, ?, ?)').run(
    set.id,
    firstSeq,
    applied.lastSeq,
    JSON.stringify(remarks),
    JSON.stringify(ids),
  );
  return applied;
}

function writeFunction(sql: Sql, entry: FunctionEntry): void {
  const { id, name, isDeleted, takenWith } = entry;
  const { environment, dependsOn } = newest(entry);
  sql(`INSERT INTO functions (id, name, living, environment, taken_with, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET living = excluded.living, environment = excluded.environment, taken_with = excluded.taken_with,
      body = excluded.body, sum = excluded.sum`).run(id, name, isDeleted ? 0 : 1, environment, takenWith, ...columnsOf(entry));
  sql('DELETE FROM calls WHERE caller = ?').run(id);
  for (const callee of isDeleted ? [] : new Set(dependsOn)) sql('INSERT INTO calls (callee, caller) VALUES (?, ?)').run(callee, id);
}

function writeGuidance(sql: Sql, entry: GuidanceEntry): void {
  const { id, isDeleted, takenWith, functionIds } = entry;
  sql(`INSERT INTO guidance (id, living, taken_with, body, sum) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET living = excluded.living, taken_with = excluded.taken_with, body = excluded.body, sum = excluded.sum`).run(
    id,
    isDeleted ? 0 : 1,
    takenWith,
    ...columnsOf(entry),
  );
  sql('DELETE FROM mentions WHERE guidance = ?').run(id);
  for (const each of isDeleted ? [] : new Set(functionIds)) sql('INSERT INTO mentions (function, guidance) VALUES (?, ?)').run(each, id);
}

function writeEnvironment(sql: Sql, entry: EnvironmentEntry): void {
  sql(`INSERT INTO environments (name, body, sum) VALUES (?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET body = excluded.body, sum = excluded.sum`).run(entry.name, ...columnsOf(entry));
}
