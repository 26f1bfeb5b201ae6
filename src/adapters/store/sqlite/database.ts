import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, type Result } from '../../../core/model/result.ts';
import { damaged, isBusy, isDamage, sqliteFailure } from './sqlite-failure.ts';

/** How long a transaction is tried anew while other processes hold the lock, before the caller hears of it. */
const patienceMs = 30_000;

/**
 * One connection, with what every access to it needs: whole transactions tried anew while others write, failures as
 * values, and a latch. After the first sign of damage nothing is written through it any more.
 */
export class Database {
  readonly connection: DatabaseSync;
  readonly file: string;
  /** What a person should know of how it was found. */
  readonly remarks: readonly string[];
  readonly #readOnly: boolean;
  readonly #inode: number;
  readonly #begin;
  readonly #beginReading;
  readonly #commit;
  readonly #rollback;
  #damage: Failure | null = null;
  #closed = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: DatabaseSync, file: string, readOnly: boolean, remarks: readonly string[] = []) {
    this.connection = connection;
    this.file = file;
    this.remarks = remarks;
    this.#readOnly = readOnly;
    this.#inode = readOnly ? 0 : statSync(file).ino;
    this.#begin = connection.prepare('BEGIN IMMEDIATE');
    this.#beginReading = connection.prepare('BEGIN');
    this.#commit = connection.prepare('COMMIT');
    this.#rollback = connection.prepare('ROLLBACK');
  }

  /**
   * Does `work` in a write transaction, in the order of the calls. A failure that it returns rolls everything back. Only
   * BEGIN IMMEDIATE: a transaction that begins by reading fails at once, whatever the timeout, when another process has
   * written since (SQLITE_BUSY_SNAPSHOT).
   */
  write<T>(work: () => Result<T, Failure>): Promise<Result<T, Failure>> {
    const turn = this.#last.then(() => this.#patiently(() => this.#transact(work)));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Does `work`, which only reads, on one state of the database: what another process appends between two of its statements would look
   * like damage. The snapshot does not outlive the call.
   */
  read<T>(work: () => Result<T, Failure>): Promise<Result<T, Failure>> {
    return this.#patiently(() => {
      this.#beginReading.run();
      try {
        return work();
      } finally {
        if (this.connection.isTransaction) this.#rollback.run();
      }
    });
  }

  /** Does `work` outside of any transaction, with failures as values like the others. */
  apart<T>(work: () => Result<T, Failure>): Promise<Result<T, Failure>> {
    return this.#patiently(work);
  }

  /** Latches the database read-only: what was read from it cannot be true. */
  latch(why: string): Failure {
    this.#damage ??= damaged(this.file, why);
    return this.#damage;
  }

  /** Waits for the writes under way. May be called twice. */
  async close(): Promise<void> {
    await this.#last;
    if (this.#closed) return;
    this.#closed = true;
    if (this.#damage) closeWithoutFolding(this.connection, this.file);
    else this.connection.close();
  }

  async #patiently<T>(attempt: () => Result<T, Failure>): Promise<Result<T, Failure>> {
    const deadlineMs = performance.now() + patienceMs;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 50)) {
      if (this.#closed) throw new Error(`${this.file} is used after it was closed`);
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadlineMs) return fail(this.#failureOf(error));
      }
      // Not within SQLite's own busy handler alone: that one blocks the event loop, and with it the programs that a run watches.
      await wait(pauseMs * (0.5 + Math.random()));
    }
  }

  #transact<T>(work: () => Result<T, Failure>): Result<T, Failure> {
    if (this.#damage) return fail(this.#damage);
    if (this.#readOnly) return fail({ kind: 'refused', message: `${this.file} was opened for reading only; nothing was written.` });
    this.#begin.run();
    try {
      const result = work();
      const refusal = result.ok ? this.#missing() : null;
      if (refusal) {
        this.#rollback.run();
        return fail(refusal);
      }
      (result.ok ? this.#commit : this.#rollback).run();
      return result;
    } catch (error) {
      // A COMMIT that met BUSY leaves the transaction open; a full disk may have ended it already.
      if (this.connection.isTransaction) this.#rollback.run();
      throw error;
    }
  }

  /**
   * Someone, `git clean -xfd` in a step for instance, may have removed the folder under us. The connection would go on
   * writing to a file that no one finds again, and say that all is well. The look costs 3 µs.
   */
  #missing(): Failure | null {
    if (statSync(this.file, { throwIfNoEntry: false })?.ino === this.#inode) return null;
    this.#damage = {
      kind: 'io',
      message: `${this.file} was removed or replaced while it was in use; nothing more is written.`,
      hint: 'Put the file back if you moved it. If a step of the workflow removed it (`git clean -x`?), keep that step away from .pawl.',
    };
    return this.#damage;
  }

  #failureOf(error: unknown): Failure {
    const failure = sqliteFailure(error, this.file);
    if (isDamage(error)) this.#damage ??= failure;
    return failure;
  }
}

/**
 * The last connection to close folds the WAL into the file and deletes it, unless another one is there: here one that
 * cannot write, and so leaves both as they are for whoever salvages them.
 */
function closeWithoutFolding(connection: DatabaseSync, file: string): void {
  const witness = new DatabaseSync(file, { readOnly: true, open: existsSync(file) });
  try {
    // Takes the shared lock, and keeps it even when what it reads is refused.
    witness.prepare('SELECT 1 FROM sqlite_schema').get();
  } catch {
    // What is wrong with the file is known already.
  }
  connection.close();
  if (witness.isOpen) witness.close();
}
