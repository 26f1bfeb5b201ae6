import { type DatabaseForm, emptyBesideLog } from './database-form.ts';

/**
 * A row holds a task or an occurrence whole, with its checksum; the other columns are what is asked by. `run` is unique, and so is (task, key):
 * two servers that decide the same at once make one occurrence. `ordinal` gives the order of creation, which no clock decides.
 */
const tables = `
  CREATE TABLE tasks (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, description TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL,
    body TEXT NOT NULL, sum INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE occurrences (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL UNIQUE, task TEXT NOT NULL, key TEXT NOT NULL, open INTEGER NOT NULL,
    body TEXT NOT NULL, sum INTEGER NOT NULL, UNIQUE (task, key)
  ) STRICT;
  CREATE INDEX occurrences_of ON occurrences (task, open, ordinal);
  CREATE INDEX occurrences_open ON occurrences (ordinal) WHERE open = 1;
  CREATE TABLE counter (revision INTEGER NOT NULL) STRICT;
  INSERT INTO counter (revision) VALUES (0);
`;

/** The database of tasks, apart from the journal: tasks outlive their runs. */
export const tasksForm: DatabaseForm = {
  file: 'tasks.db',
  keeps: 'keep tasks',
  // "Pawt", as "Pawl" is the journal's.
  applicationId: 0x50617774,
  version: 1,
  tables,
  upgrade: () => {},
  obstacle: emptyBesideLog,
};
