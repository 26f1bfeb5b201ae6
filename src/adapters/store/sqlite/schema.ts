import type { DatabaseSync } from 'node:sqlite';
import type { Failure } from '../../../core/model/failure.ts';
import { damaged } from './sqlite-failure.ts';

/** "Pawl" in ASCII; `file .pawl/journal.db` prints it. */
const applicationId = 0x5061776c;

/** Counts layouts of the tables, not of the events in them. 2 has a checksum in each event's row; one of version 1 has none, ever. */
const storeVersion = 2;

/**
 * `events` without rowid: a run's events lie together, so that an append dirties one page where a table with an index
 * beside it dirties two. `runs.ordinal` gives the order of creation, which no clock decides. `messages.id` is never given
 * twice, even after a run's messages have gone.
 */
const tables = `
  CREATE TABLE runs (ordinal INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE events (
    run TEXT NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL, at_ms INTEGER NOT NULL,
    type TEXT NOT NULL, v INTEGER NOT NULL, body TEXT NOT NULL, sum INTEGER,
    PRIMARY KEY (run, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE INDEX messages_of_run ON messages (run, id);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${storeVersion};
`;

/** Makes the tables in one transaction, unless another process has just done it. A crash within leaves an empty file. */
export function initialise(connection: DatabaseSync): void {
  connection.exec('BEGIN EXCLUSIVE');
  try {
    const { schema_version: version } = connection.prepare('PRAGMA schema_version').get() as { schema_version: number };
    if (version === 0) connection.exec(tables);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** Brings the tables of an older version up to this one's, in one transaction. Events stay as they were written. */
export function upgrade(connection: DatabaseSync): void {
  if (versionOf(connection) === storeVersion) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have done it in between.
    if (versionOf(connection) === 1) connection.exec('ALTER TABLE events ADD COLUMN sum INTEGER; PRAGMA user_version = 2');
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** The layout that a database has. A reader reads an older one as it is. */
export const versionOf = (connection: DatabaseSync): number =>
  (connection.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;

/** What is wrong with a database that was opened as our journal; null when it is one that this program understands. */
export function strangeness(connection: DatabaseSync, file: string): Failure | null {
  const found = connection
    .prepare('SELECT application_id, user_version FROM pragma_application_id, pragma_user_version')
    .get() as unknown as { application_id: number; user_version: number };
  if (found.application_id !== applicationId) return damaged(file, 'it is a database, but not one that Pawl made');
  if (found.user_version < 1) return damaged(file, 'it has no version');
  if (found.user_version > storeVersion) {
    return {
      kind: 'refused',
      message: `${file} was written by a newer Pawl (its version is ${found.user_version}, this one knows ${storeVersion}). It was not changed.`,
      hint: 'Update Pawl, or use the version that began these runs.',
    };
  }
  return null;
}
