import type { StatementSync } from 'node:sqlite';
import type { LibraryChange, LoggedChange } from '../../../core/library/entries/library-change.ts';
import type { EnvironmentEntry, FunctionEntry, GuidanceEntry } from '../../../core/library/entries/library-entry.ts';
import type { LibraryView } from '../../../core/library/entries/library-view.ts';
import { type BodyRow, bodyOf } from './library-rows.ts';

const functionRows = 'SELECT functions.body, functions.sum FROM functions';
const guidanceRows = 'SELECT guidance.body, guidance.sum FROM guidance';
export const changeRows = 'SELECT seq, set_id, at_ms, author, why, body, sum FROM changes';

/** What decisions ask of a library, answered by index from its tables. Within a transaction: of one moment. */
export function sqliteView(sql: (text: string) => StatementSync): LibraryView {
  const rows = (text: string, key: string) => sql(text).all(key) as unknown as BodyRow[];
  const functions = (text: string, key: string) => rows(text, key).map((row) => bodyOf<FunctionEntry>(row, 'the row of a function'));
  const guidance = (text: string, key: string) => rows(text, key).map((row) => bodyOf<GuidanceEntry>(row, 'the row of guidance'));
  const log = (text: string, key: string) => (sql(text).all(key) as unknown as ChangeRow[]).map(changeOf);
  return {
    functionOf: (id) => functions(`${functionRows} WHERE id = ?`, id)[0] ?? null,
    living: (name) => functions(`${functionRows} WHERE name = ? AND living = 1`, name)[0] ?? null,
    named: (name) => functions(`${functionRows} WHERE name = ? ORDER BY ordinal`, name),
    callersOf: (name) => functions(`${functionRows} JOIN calls ON caller = id WHERE callee = ? ORDER BY ordinal`, name),
    usersOf: (name) => functions(`${functionRows} WHERE environment = ? AND living = 1 ORDER BY ordinal`, name),
    guidanceOf: (id) => guidance(`${guidanceRows} WHERE id = ?`, id)[0] ?? null,
    guidanceAbout: (id) => guidance(`${guidanceRows} JOIN mentions ON guidance = id WHERE function = ? ORDER BY ordinal`, id),
    environmentOf: (name) =>
      rows('SELECT body, sum FROM environments WHERE name = ?', name).map((row) =>
        bodyOf<EnvironmentEntry>(row, 'the row of an environment'),
      )[0] ?? null,
    takenWith: (id) => ({
      functions: functions(`${functionRows} WHERE taken_with = ? ORDER BY ordinal`, id),
      guidance: guidance(`${guidanceRows} WHERE taken_with = ? ORDER BY ordinal`, id),
    }),
    changesOfSet: (set) => log(`${changeRows} WHERE set_id = ? ORDER BY seq`, set),
    changesOfEntry: (entry) => log(`${changeRows} WHERE entry = ? ORDER BY seq`, entry),
  };
}

export interface ChangeRow extends BodyRow {
  readonly seq: number;
  readonly set_id: string;
  readonly at_ms: number;
  readonly author: string;
  readonly why: string;
}

export function changeOf(row: ChangeRow): LoggedChange {
  const { seq, set_id: set, at_ms: atMs, author: by, why } = row;
  return { seq, set, atMs, by, why, change: bodyOf<LibraryChange>(row, `change ${seq}`) };
}
