import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { sync } from './blob-file.ts';
import { fileBlobs } from './blobs.ts';
import type { DatabaseForm } from './database-form.ts';
import { checkLibrary } from './examine-library.ts';
import { checkJournal } from './examine-store.ts';
import { checkTasks } from './examine-tasks.ts';
import { fileFailure } from './file-failure.ts';
import { libraryForm } from './library-form.ts';
import { openDatabase } from './open-database.ts';
import { journalForm } from './schema.ts';
import { sqliteCode } from './sqlite-failure.ts';
import { tasksForm } from './tasks-form.ts';

/** What a backup holds. */
export interface BackedUp {
  readonly runs: number;
  readonly events: number;
  readonly blobs: number;
  readonly bytes: number;
  /** Blobs that could not be copied, as sentences: what is wrong with them was wrong before. */
  readonly notes: readonly string[];
}

/** What lies in a state folder besides journal and blobs and is not made anew: files that were moved aside, and what hides the folder. */
const alsoCopied = ['runs', '.gitignore', '.git'];

/**
 * Copies a state folder, while runs are at work or not, to `target`, which must not exist: the journal as of one moment by SQLite itself (a
 * copy of the file lacks what stands in the log, or is of two moments), the library and the tasks likewise, then the blobs, so that all that it names are among them. What was
 * copied is read again before it gets its name. Fails with nothing left behind.
 */
export async function backUpStore(folder: string, target: string): Promise<Result<BackedUp, Failure>> {
  const root = resolve(folder);
  const to = resolve(target);
  const making = `${to}.${process.pid}.tmp`;
  try {
    if (existsSync(to)) return fail({ kind: 'refused', message: `${to} is there already; a backup is not written over anything.` });
    // Not recursive: below /proc, where a folder cannot be made, Node would try for ever.
    mkdirSync(making);
    const journal = await copyDatabase(root, journalForm, making);
    if (!journal.ok) return journal;
    for (const form of [libraryForm, tasksForm]) {
      const copied = existsSync(join(root, form.file)) ? await copyDatabase(root, form, making) : ok(undefined);
      if (!copied.ok) return copied;
    }
    const blobs = await copyBlobs(root, making);
    if (!blobs.ok) return blobs;
    for (const name of alsoCopied) if (existsSync(join(root, name))) cpSync(join(root, name), join(making, name), { recursive: true });
    const checked = await checkJournal(making);
    if (!checked.ok) return checked;
    const whole = await checkLibrary(making);
    if (!whole.ok) return whole;
    const tasks = await checkTasks(making);
    if (!tasks.ok) return tasks;
    renameSync(making, to);
    await sync(dirname(to));
    return ok({ ...checked.value, ...blobs.value });
  } catch (error) {
    return fail(fileFailure(error, 'write a backup to', to));
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

async function copyDatabase(root: string, form: DatabaseForm, making: string): Promise<Result<void, Failure>> {
  const opened = await openDatabase(root, form, { readOnly: true });
  if (!opened.ok) return opened;
  const database = opened.value;
  const copy = join(making, form.file);
  try {
    const copied = await database.apart(() => {
      database.connection.prepare('VACUUM INTO ?').run(copy);
      return ok(undefined);
    });
    if (copied.ok) await sync(copy);
    return copied;
  } catch (error) {
    if (sqliteCode(error) === null) throw error;
    return fail({ kind: 'io', message: `${copy} cannot be written: ${(error as Error).message}.`, hint: 'See whether its disk has room.' });
  } finally {
    await database.close();
  }
}

async function copyBlobs(root: string, making: string): Promise<Result<Pick<BackedUp, 'blobs' | 'bytes' | 'notes'>, Failure>> {
  const blobs = fileBlobs(join(root, 'blobs'), true);
  const copies = fileBlobs(join(making, 'blobs'), false);
  const listed = await blobs.list();
  if (!listed.ok) return listed;
  const notes: string[] = [];
  let [count, bytes] = [0, 0];
  for (const blob of listed.value) {
    const passing = join(making, 'passing');
    const read = await blobs.copyTo(blob.digest, passing);
    // One that `gc` has removed meanwhile is named by nothing.
    if (!read.ok && read.failure.kind === 'not_found') continue;
    if (!read.ok) {
      // Where the blob itself can be read, it is the copy that could not be written.
      if ((await blobs.get(blob.digest)).ok) return read;
      notes.push(read.failure.message);
      continue;
    }
    const kept = await copies.adopt(passing);
    if (!kept.ok) return kept;
    count++;
    bytes += blob.bytes;
  }
  return ok({ blobs: count, bytes, notes });
}
