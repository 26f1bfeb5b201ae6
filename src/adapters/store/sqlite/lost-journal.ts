import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { repairedFile, unfinishedRepair } from './repair-files.ts';
import { damaged } from './sqlite-failure.ts';

/** Why the journal must not be opened, by the files around it; null = it may. */
export const journalObstacle = (folder: string, file: string): Failure | null =>
  existsSync(repairedFile(folder)) ? unfinishedRepair(folder) : lostJournal(folder, file);

/** Files of the journal itself, those of the library and of tasks, which need no journal, and what hides the folder. */
const ofOthers = /^(?:journal\.db|library|tasks|\.git)/;

/**
 * SQLite takes an absent or empty file for an empty database. Where anything of earlier runs stands beside it, their
 * journal has been lost, and "no runs" would be a lie on which `gc` could act. A crash while the journal was being
 * made leaves an empty file and nothing else.
 */
function lostJournal(folder: string, file: string): Failure | null {
  const beside = entriesOf(folder);
  const remains =
    (bytesIn(`${file}-wal`) > 0 && 'journal.db-wal') ||
    (entriesOf(join(folder, 'blobs')).length > 0 && 'blobs') ||
    beside.find((name) => beside.includes('journal.db') && !ofOthers.test(name));
  // Measured last: another process may be making the journal and its first blobs right now.
  if (!remains || bytesIn(file) > 0) return null;
  const what = beside.includes('journal.db') ? 'it is empty' : 'it is gone';
  return damaged(file, `${what}, though ${join(folder, remains)} is there`);
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const bytesIn = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
