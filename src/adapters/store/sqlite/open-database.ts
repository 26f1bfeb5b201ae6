import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { Database } from './database.ts';
import { type DatabaseForm, initialise, strangeness } from './database-form.ts';
import { fileFailure } from './file-failure.ts';
import { fileSystemTypeOf, journalModeFor } from './file-system.ts';
import { damaged, isBusy, isUnwritable, sqliteCode, sqliteFailure } from './sqlite-failure.ts';
import { readWal } from './wal-file.ts';

/** How long SQLite itself waits for a lock, blocking; longer waits are ours and do not block. */
const busyTimeoutMs = 100;
const openPatienceMs = 10_000;

/**
 * The WAL is folded into the database every 1000 pages (4 MB), which is SQLite's default: at 40 000 events a commit costs
 * what it costs at 1000. The limit cuts the file back after a long reader had kept it from being folded.
 */
const walLimitBytes = 8 * 1024 * 1024;

/** Settings of one connection. `fileSystemType` is what statfs says of the folder, where the caller knows better. */
export interface DatabaseOptions {
  readonly readOnly: boolean;
  readonly fileSystemType?: number | null;
}

/**
 * Opens a database of this form in `folder`, or makes it. Refuses, before anything is written anywhere, what is damaged, foreign or newer.
 * A reader of a folder that has none yet sees an empty one and leaves no trace.
 *
 * Nothing here opens the file other than through SQLite: closing any other descriptor of it would drop the locks that
 * this process holds on it.
 */
export async function openDatabase(folder: string, form: DatabaseForm, options: DatabaseOptions): Promise<Result<Database, Failure>> {
  const file = join(folder, form.file);
  const deadlineMs = performance.now() + openPatienceMs;
  for (;;) {
    try {
      return options.readOnly ? openToRead(folder, file, form) : openToWrite(folder, file, form, options);
    } catch (error) {
      if (sqliteCode(error) === null) return fail(fileFailure(error, `${form.keeps} in`, folder));
      if (!isBusy(error) || performance.now() > deadlineMs) return fail(sqliteFailure(error, file));
    }
    await wait(5 + Math.random() * 20);
  }
}

function openToWrite(folder: string, file: string, form: DatabaseForm, options: DatabaseOptions): Result<Database, Failure> {
  makeFolder(folder);
  // Asked beforehand: SQLite says no more than that it cannot open a file, or opens it to read only and says nothing.
  if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
  const found = filesFound(folder, file, form);
  if (!found.ok) return found;
  // First with a connection that cannot write: closing one that can would fold a WAL into a damaged or newer file.
  const strange = bytesIn(file) > 0 ? probe(file, form) : null;
  if (strange) return fail(strange);

  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: false });
  try {
    const mode = journalModeFor(options.fileSystemType === undefined ? fileSystemTypeOf(folder) : options.fileSystemType);
    // EXTRA also syncs the folder when a rollback journal is deleted, without which the last commit may come undone.
    connection.exec('PRAGMA synchronous = EXTRA');
    if (bytesIn(file) === 0) initialise(connection, form);
    if (mode === 'wal') connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    // Exclusive while it changes: a WAL that was carried here is then read without shared memory.
    else connection.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL');
    connection.exec(`PRAGMA journal_size_limit = ${walLimitBytes}`);
    const unknown = strangeness(connection, file, form);
    if (!unknown) {
      form.upgrade(connection);
      truncateWal(connection, file);
      return ok(new Database(connection, file, false, found.value));
    }
    connection.close();
    return fail(unknown);
  } catch (error) {
    connection.close();
    throw error;
  }
}

function openToRead(folder: string, file: string, form: DatabaseForm): Result<Database, Failure> {
  const found = filesFound(folder, file, form);
  if (!found.ok) return found;
  if (bytesIn(file) === 0) return ok(emptyDatabase(file, form));
  const still = probe(file, form);
  if (still) return fail(still);
  const connection = connectToRead(file);
  const strange = strangeness(connection, file, form);
  if (!strange) return ok(new Database(connection, file, true, found.value));
  connection.close();
  return fail(strange);
}

/**
 * A reading connection that works. In a folder that cannot be written to SQLite has no place for its shared memory; when
 * there is no WAL either, the file is complete and cannot change, which is what `immutable` says.
 */
function connectToRead(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    connection.prepare('PRAGMA schema_version').get();
    return connection;
  } catch (error) {
    connection.close();
    if (!isUnwritable(error) || bytesIn(`${file}-wal`) > 0) throw error;
    return new DatabaseSync(`${pathToFileURL(file)}?immutable=1`, { readOnly: true });
  }
}

/**
 * What is wrong with a file at first sight, seen by a connection that cannot write. Where there is no log, and so nobody at work, it
 * looks at the file alone: SQLite would make a log and its index beside it, of a damaged file too.
 */
function probe(file: string, form: DatabaseForm): Failure | null {
  const alone = !existsSync(`${file}-wal`) && !existsSync(`${file}-journal`);
  const connection = alone
    ? new DatabaseSync(`${pathToFileURL(file)}?immutable=1`, { readOnly: true })
    : new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    return strangeness(connection, file, form);
  } catch (error) {
    // A rollback journal that a dead process left must be played back by a connection that may write.
    if (isUnwritable(error)) return null;
    // Somebody has begun to write to it meanwhile, which a look at the file alone does not wait for.
    if (alone && existsSync(`${file}-wal`)) return null;
    throw error;
  } finally {
    connection.close();
  }
}

/** One without anything in it, for readers of a folder in which nothing was ever kept. */
function emptyDatabase(file: string, form: DatabaseForm): Database {
  const connection = new DatabaseSync(':memory:');
  initialise(connection, form);
  return new Database(connection, file, true);
}

/** What the files tell before SQLite is asked: remarks on how they were found, or why they must not be touched. */
function filesFound(folder: string, file: string, form: DatabaseForm): Result<readonly string[], Failure> {
  const obstacle = form.obstacle(folder, file);
  if (obstacle) return fail(obstacle);
  const wal = readWal(`${file}-wal`);
  if (wal === null) return ok([]);
  if (wal.trouble !== null) return fail(damaged(`${file}-wal`, wal.trouble));
  if (wal.tornBytes === 0) return ok([]);
  return ok([
    `The last write to ${file} was cut off: ${wal.tornBytes} bytes that were no whole append were dropped, and all before them stands.`,
  ]);
}

/** After a long reader had kept it from being folded in, a log is cut back when nobody holds it; while somebody does, not. */
function truncateWal(connection: DatabaseSync, file: string): void {
  if (bytesIn(`${file}-wal`) > walLimitBytes) connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Asks first, for a recursive mkdir on a read-only file system says ENOENT. */
function makeFolder(folder: string): void {
  let above = folder;
  while (!existsSync(above)) above = dirname(above);
  accessSync(above, constants.W_OK | constants.X_OK);
  mkdirSync(folder, { recursive: true });
}

const bytesIn = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
