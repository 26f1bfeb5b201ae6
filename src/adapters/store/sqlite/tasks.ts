import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { isOpen, type Occurrence } from '../../../core/tasks/occurrence.ts';
import { claimed, updated } from '../../../core/tasks/occurrence-change.ts';
import type { Claim } from '../../../ports/ownership.ts';
import type { Tasks } from '../../../ports/tasks.ts';
import { lockClaims } from './claims.ts';
import type { Database } from './database.ts';
import { statementsOf, wholeOf } from './library-rows.ts';
import { type DatabaseOptions, openDatabase } from './open-database.ts';
import { allIn, applyChange, historyOf, occurrenceOf, ofKey, putOccurrence, removeTask, renamed, revisionIn } from './task-rows.ts';
import { tasksForm } from './tasks-form.ts';

/**
 * Opens the tasks of a state folder (`.pawl/tasks.db`), making them unless `readOnly`. Fails with `io` when they cannot be made, read or are
 * damaged (then nothing has been changed), with `refused` when a newer Pawl wrote them.
 */
export async function openTasks(folder: string, options: Partial<DatabaseOptions> = {}): Promise<Result<Tasks, Failure>> {
  const root = resolve(folder);
  const readOnly = options.readOnly ?? false;
  const opened = await openDatabase(root, tasksForm, { ...options, readOnly });
  if (!opened.ok) return opened;
  const locks = join(root, 'tasks-claims');
  const claims = lockClaims(locks, readOnly);
  if (!readOnly) await sweep(opened.value, locks, claims);
  return ok(sqliteTasks(opened.value, claims));
}

/** Locks of what is over: their owners were killed between the last word and letting go. */
async function sweep(database: Database, folder: string, claims: ReturnType<typeof lockClaims>): Promise<void> {
  if (!existsSync(folder)) return;
  const sql = statementsOf(database.connection);
  for (const run of readdirSync(folder)) {
    const found = await database.read(() => wholeOf(database, () => occurrenceOf(sql, run)));
    if (!found.ok || (found.value !== null && isOpen(found.value))) continue;
    const holder = await claims.of(run).holder();
    if (holder.ok && holder.value === null) await claims.of(run).forget();
  }
}

type Sql = ReturnType<typeof statementsOf>;

/** An occurrence is owned by a lock of its own, which the kernel frees when its holder dies; the epoch in its row tells owners apart. */
function sqliteTasks(database: Database, claims: ReturnType<typeof lockClaims>): Tasks {
  const sql = statementsOf(database.connection);
  const whole = <T>(work: () => T) => wholeOf(database, work);
  /** Changes one by a rule; a refusal of the rule rolls back. */
  const changing = (run: string, rule: (found: Occurrence) => Result<Occurrence, Failure>): Promise<Result<Occurrence, Failure>> =>
    database.write(() => {
      const read = whole(() => occurrenceOf(sql, run));
      if (!read.ok) return read;
      return read.value === null ? fail(removed(run)) : rule(read.value);
    });

  return {
    read: () => database.read(() => whole(() => allIn(sql))),
    revision: () => database.read(() => ok(revisionIn(sql))),
    apply: (change) => database.write(() => whole(() => applyChange(sql, change))),
    remove: (task) => database.write(() => ok(removeTask(sql, task))),
    history: (task, most) => database.read(() => whole(() => historyOf(sql, task, most))),
    find: (task, key) => database.read(() => whole(() => ofKey(sql, task, key))),
    async claim(run, owner, atMs) {
      const claim = claims.of(run);
      const lock = await claim.acquire(owner);
      if (!lock.ok) return lock;
      if (!lock.value.owned) return ok(null);
      const { release } = lock.value;
      const mine = await database.write(() =>
        whole(() => {
          const found = occurrenceOf(sql, run);
          const next = found === null ? null : claimed(found, atMs);
          return next === null ? null : putOccurrence(sql, next);
        }),
      );
      if (mine.ok && mine.value !== null) return ok({ occurrence: mine.value, release: () => letGo(database, sql, run, release, claim) });
      await release();
      if (mine.ok) await claim.forget();
      return mine.ok ? ok(null) : mine;
    },
    async isFree(run) {
      const holder = await claims.of(run).holder();
      return holder.ok ? ok(holder.value === null) : holder;
    },
    update: (run, epoch, update) =>
      changing(run, (found) => {
        const next = updated(found, epoch, update);
        return next.ok ? ok(putOccurrence(sql, next.value)) : next;
      }),
    rename: (run, epoch) => changing(run, (found) => (found.epoch === epoch ? ok(renamed(sql, found)) : fail(removed(run)))),
    async close() {
      await database.close();
      claims.releaseAll();
    },
  };
}

/** The lock of one that is over is not needed any more. */
async function letGo(database: Database, sql: Sql, run: string, release: () => Promise<void>, claim: Claim): Promise<void> {
  await release();
  const now = await database.read(() => wholeOf(database, () => occurrenceOf(sql, run)));
  if (now.ok && (now.value === null || !isOpen(now.value))) await claim.forget();
}

const removed = (run: string): Failure => ({ kind: 'refused', message: `Occurrence ${run} is not there any more.` });
