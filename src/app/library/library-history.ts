import { changeText } from '../../core/library/entries/change-text.ts';
import type { LibraryChange, LoggedChange } from '../../core/library/entries/library-change.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { readingLibrary } from './open-library.ts';

/** One set of edits, with what it changed. */
export interface HistoryRow {
  readonly set: string;
  readonly atMs: number;
  readonly by: string;
  readonly why: string;
  /** A sentence each. */
  readonly changes: readonly string[];
}

/** Everything that ever changed, set by set, the newest first. */
export const libraryHistory = (cwd: string): Promise<Result<readonly HistoryRow[], Refusal>> =>
  readingLibrary(cwd, async (library) => {
    const log = await library.log();
    return log.ok ? ok(bySet(log.value)) : fail(refusalOf('library/unavailable', log.failure));
  });

function bySet(log: readonly LoggedChange[]): readonly HistoryRow[] {
  const names = new Map<string, string>();
  const rows = new Map<string, HistoryRow & { readonly changes: string[] }>();
  for (const { set, atMs, by, why, change } of log) {
    remember(names, change);
    const row = rows.get(set) ?? { set, atMs, by, why, changes: [] };
    rows.set(set, row);
    row.changes.push(changeText(change, names));
  }
  return [...rows.values()].reverse();
}

function remember(names: Map<string, string>, change: LibraryChange): void {
  if (change.type === 'function.stored') names.set(change.version.id, change.version.name);
  if (change.type === 'guidance.stored') names.set(change.guidance.id, `"${change.guidance.title}"`);
}
