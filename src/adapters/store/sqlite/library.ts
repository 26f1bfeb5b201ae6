import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import { casePlan } from '../../../core/library/cases/case-plan.ts';
import { decideEdits } from '../../../core/library/edits/decide-edits.ts';
import type { EnvironmentEntry, FunctionEntry, GuidanceEntry } from '../../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../../core/library/entries/library-state.ts';
import type { IndexView } from '../../../core/library/search/index-view.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { ApplyFailure, Library } from '../../../ports/library.ts';
import type { Database } from './database.ts';
import { libraryForm } from './library-form.ts';
import { type BodyRow, bodyOf, statementsOf, wholeOf } from './library-rows.ts';
import { libraryIndex } from './library-search.ts';
import { countUses, usesOf } from './library-uses.ts';
import { type ChangeRow, changeOf, changeRows, sqliteView } from './library-view.ts';
import { appliedBefore, lastSeq, writeSet } from './library-writer.ts';
import { type DatabaseOptions, openDatabase } from './open-database.ts';
import { lockOwnership } from './ownership.ts';
import { searchView } from './search-index.ts';

const leaseFiles = { lock: 'library-lock.db', owner: 'library-owner.json' };

/**
 * Opens the library in a state folder (`.pawl/library.db`), making it unless `readOnly`. Fails with `io` when it cannot be made, read or
 * is damaged (then nothing has been changed), with `refused` when a newer Pawl wrote it.
 */
export async function openLibrary(folder: string, options: Partial<DatabaseOptions> = {}): Promise<Result<Library, Failure>> {
  const root = resolve(folder);
  const readOnly = options.readOnly ?? false;
  const opened = await openDatabase(root, libraryForm, { ...options, readOnly });
  return opened.ok ? ok(sqliteLibrary(opened.value, lockOwnership(root, readOnly, leaseFiles))) : opened;
}

/** The library in a database that is open. */
export function sqliteLibrary(database: Database, leases: ReturnType<typeof lockOwnership>): Library {
  const sql = statementsOf(database.connection);
  const view = sqliteView(sql);
  const index = libraryIndex(database.connection, sql);
  let searched: IndexView | null = null;
  const whole = <T>(work: () => T) => wholeOf(database, work);

  return {
    read: () => database.read(() => whole(() => ({ state: stateOf(sql), seq: lastSeq(sql) }))),
    look: (work) => database.read(() => whole(() => work(view))),
    names: () =>
      database.read(() =>
        ok((sql('SELECT name FROM functions WHERE living = 1 ORDER BY name').all() as { name: string }[]).map(({ name }) => name)),
      ),
    search: (work) =>
      database.read(() =>
        whole(() => {
          searched ??= searchView(database.connection);
          return work(searched, view);
        }),
      ),
    source: (digest) =>
      database.read(() => {
        const row = sql('SELECT text FROM sources WHERE digest = ?').get(digest) as { text: string } | undefined;
        return ok(row?.text ?? null);
      }),
    async apply(set, tried = '') {
      let refused: ApplyFailure = { kind: 'faults', faults: [] };
      const written = await database.write(() => {
        const decided = whole(() => {
          const before = appliedBefore(sql, set.id);
          if (before !== null) return before;
          const edits = decideEdits(set, view);
          if (!edits.ok) {
            refused = { kind: 'faults', faults: edits.failure };
            return null;
          }
          const plan = casePlan(view, edits.value);
          if (plan.digest === tried) return writeSet(sql, index, set, edits.value);
          refused = { kind: 'untried', plan };
          return null;
        });
        return decided;
      });
      if (!written.ok) return fail({ kind: 'failed', failure: written.failure });
      return written.value === null ? fail(refused) : ok(written.value);
    },
    log: (fromSeq = 1) =>
      database.read(() =>
        whole(() => (sql(`${changeRows} WHERE seq >= ? ORDER BY seq`).all(fromSeq) as unknown as ChangeRow[]).map(changeOf)),
      ),
    async count(uses) {
      return database.write(() =>
        whole(() => {
          const counted = countUses(sql, uses);
          const asked = counted.filter(({ kind, request }) => kind === 'used' && request !== null);
          index.putAgain(new Set(asked.map(({ entry }) => entry)), view);
        }),
      );
    },
    uses: (entries) => database.read(() => ok(usesOf(sql, entries))),
    async lease(holder) {
      const lease = await leases.acquire({ run: holder, pid: process.pid, host: hostname() });
      if (!lease.ok) return lease;
      return ok(lease.value.owned ? { release: lease.value.release } : null);
    },
    async close() {
      await database.close();
      leases.releaseAll();
    },
  };
}

/** All of it, rows whole. */
function stateOf(sql: (text: string) => StatementSync): LibraryState {
  const rowsOf = <T>(table: string, what: string): T[] =>
    (sql(`SELECT body, sum FROM ${table}`).all() as unknown as BodyRow[]).map((row) => bodyOf<T>(row, what));
  const functions = rowsOf<FunctionEntry>('functions', 'the row of a function');
  return {
    functions: new Map(functions.map((entry) => [entry.id, entry])),
    byName: new Map(functions.flatMap(({ id, name, isDeleted }) => (isDeleted ? [] : [[name, id] as const]))),
    guidance: new Map(rowsOf<GuidanceEntry>('guidance', 'the row of guidance').map((entry) => [entry.id, entry])),
    environments: new Map(rowsOf<EnvironmentEntry>('environments', 'the row of an environment').map((entry) => [entry.name, entry])),
  };
}
