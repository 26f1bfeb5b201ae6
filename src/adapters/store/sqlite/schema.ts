import type { DatabaseSync } from 'node:sqlite';
import { type DatabaseForm, versionOf } from './database-form.ts';
import { journalObstacle } from './lost-journal.ts';

/** "Pawl" in ASCII. */
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
`;

/** Brings the tables of an older version up to this one's, in one transaction. Events stay as they were written. */
function upgrade(connection: DatabaseSync): void {
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

/** The database of all runs. */
export const journalForm: DatabaseForm = {
  file: 'journal.db',
  keeps: 'keep runs',
  applicationId,
  version: storeVersion,
  tables,
  upgrade,
  obstacle: journalObstacle,
};
