import { join, resolve } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Store } from '../../../ports/store.ts';
import { fileBlobs } from './blobs.ts';
import { lockClaims } from './claims.ts';
import type { Database } from './database.ts';
import { sqliteInbox } from './inbox.ts';
import { sqliteJournal } from './journal.ts';
import { openDatabase } from './open-database.ts';
import { lockOwnership } from './ownership.ts';
import { journalForm } from './schema.ts';
import { isDamage, sqliteFailure } from './sqlite-failure.ts';

export interface OpenOptions {
  /** Creates and changes nothing; its verbs that write are refused. For readers, while a run writes or not. */
  readonly readOnly?: boolean;
  /** The magic number of the folder's file system, where statfs does not tell the truth about it. */
  readonly fileSystemType?: number | null;
}

/**
 * Opens the state folder (`.pawl`), making it unless `readOnly`. Fails with `io` when it cannot be made, read or is damaged
 * (then nothing in it has been changed), with `refused` when a newer Pawl wrote it.
 */
export async function openStore(folder: string, options: OpenOptions = {}): Promise<Result<Store, Failure>> {
  const root = resolve(folder);
  const readOnly = options.readOnly ?? false;
  const opened = await openDatabase(root, journalForm, { ...options, readOnly });
  if (!opened.ok) return opened;
  const tables = await tablesOf(opened.value);
  if (!tables.ok) return tables;
  const ownership = lockOwnership(root, readOnly);
  const reviews = lockClaims(join(root, 'reviews'), readOnly);
  return ok({
    ...tables.value,
    blobs: fileBlobs(join(root, 'blobs'), readOnly),
    ownership,
    reviews: reviews.of,
    remarks: opened.value.remarks,
    async close() {
      await opened.value.close();
      ownership.releaseAll();
      reviews.releaseAll();
    },
  });
}

/** Some damage to the table of tables shows only when the first statement on one is prepared. */
async function tablesOf(database: Database): Promise<Result<Pick<Store, 'journal' | 'inbox'>, Failure>> {
  try {
    return ok({ journal: sqliteJournal(database), inbox: sqliteInbox(database) });
  } catch (error) {
    if (!isDamage(error)) throw error;
    database.latch('its table of tables contradicts itself');
    await database.close();
    return fail(sqliteFailure(error, database.file));
  }
}
