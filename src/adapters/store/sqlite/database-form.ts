import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Failure } from '../../../core/model/failure.ts';
import { damaged } from './sqlite-failure.ts';

/** What one of our databases is: its file, how it is told from others, and its tables. */
export interface DatabaseForm {
  /** Its name in the state folder. */
  readonly file: string;
  /** What is kept in it, as in "Cannot keep … in": a verb with its object. */
  readonly keeps: string;
  /** In the file's header: `file .pawl/journal.db` prints it. */
  readonly applicationId: number;
  /** Counts layouts of the tables. */
  readonly version: number;
  /** Makes the tables of this version. */
  readonly tables: string;
  /** Brings the tables of an older version up to this one's, in one transaction. */
  upgrade(connection: DatabaseSync): void;
  /** What the files in the folder tell before SQLite is asked: why the database must not be opened; null = it may. */
  obstacle(folder: string, file: string): Failure | null;
}

/** Makes the tables in one transaction, unless another process has just done it. A crash within leaves an empty file. */
export function initialise(connection: DatabaseSync, { tables, applicationId, version }: DatabaseForm): void {
  connection.exec('BEGIN EXCLUSIVE');
  try {
    const { schema_version: found } = connection.prepare('PRAGMA schema_version').get() as { schema_version: number };
    if (found === 0) connection.exec(`${tables} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version};`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** The layout that a database has. A reader reads an older one as it is. */
export const versionOf = (connection: DatabaseSync): number =>
  (connection.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;

/** What is wrong with a database that was opened as one of this form; null when it is one that this program understands. */
export function strangeness(connection: DatabaseSync, file: string, { applicationId, version }: DatabaseForm): Failure | null {
  const found = connection
    .prepare('SELECT application_id, user_version FROM pragma_application_id, pragma_user_version')
    .get() as unknown as { application_id: number; user_version: number };
  if (found.application_id !== applicationId) return damaged(file, 'it is a database, but not one that Pawl made');
  if (found.user_version < 1) return damaged(file, 'it has no version');
  if (found.user_version > version) {
    return {
      kind: 'refused',
      message: `${file} was written by a newer Pawl (its version is ${found.user_version}, this one knows ${version}). It was not changed.`,
      hint: 'Update Pawl, or use the version that wrote it.',
    };
  }
  return null;
}

/** The obstacle of a database that nothing else in the folder tells of: its log without it is what is left of it. */
export const emptyBesideLog: DatabaseForm['obstacle'] = (_, file) =>
  bytesIn(`${file}-wal`) > 0 && bytesIn(file) === 0 ? damaged(file, `it is empty or gone, though ${file}-wal is there`) : null;

const bytesIn = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
