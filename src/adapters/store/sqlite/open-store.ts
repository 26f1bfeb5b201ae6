import { join, resolve } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { ok, type Result } from '../../../core/model/result.ts';
import type { Store } from '../../../ports/store.ts';
import { fileBlobs } from './blobs.ts';
import { sqliteInbox } from './inbox.ts';
import { sqliteJournal } from './journal.ts';
import { openDatabase } from './open-database.ts';
import { lockOwnership } from './ownership.ts';
import { journalForm } from './schema.ts';

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
  const ownership = lockOwnership(root, readOnly);
  return ok({
    journal: sqliteJournal(opened.value),
    blobs: fileBlobs(join(root, 'blobs'), readOnly),
    inbox: sqliteInbox(opened.value),
    ownership,
    remarks: opened.value.remarks,
    async close() {
      await opened.value.close();
      ownership.releaseAll();
    },
  });
}
