import { type DatabaseForm, emptyBesideLog } from './database-form.ts';
import { searchTables } from './search-tables.ts';

/**
 * `changes` is the truth. `functions`, `guidance` and `environments` are its fold, kept in the same transaction: of 10 000 functions
 * the log takes 130 ms to read and fold, one row 0.4 ms, a set of two edits 0.8 ms to apply. A row holds an entry whole, all versions of it; sources lie apart by their digest. The other
 * tables answer by index what decisions ask (`LibraryView`). Bodies have checksums, as events have.
 */
const tables = `
  CREATE TABLE sets (
    id TEXT PRIMARY KEY, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, remarks TEXT NOT NULL, ids TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE changes (
    seq INTEGER PRIMARY KEY, set_id TEXT NOT NULL, entry TEXT NOT NULL, at_ms INTEGER NOT NULL,
    author TEXT NOT NULL, why TEXT NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX changes_of_set ON changes (set_id, seq);
  CREATE INDEX changes_of_entry ON changes (entry, seq);
  CREATE TABLE functions (
    ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, living INTEGER NOT NULL, environment TEXT, taken_with TEXT,
    body TEXT NOT NULL, sum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX functions_named ON functions (name, ordinal);
  CREATE UNIQUE INDEX functions_living ON functions (name) WHERE living = 1;
  CREATE INDEX functions_using ON functions (environment) WHERE living = 1 AND environment IS NOT NULL;
  CREATE INDEX functions_taken ON functions (taken_with) WHERE taken_with IS NOT NULL;
  CREATE TABLE calls (callee TEXT NOT NULL, caller TEXT NOT NULL, PRIMARY KEY (callee, caller)) STRICT, WITHOUT ROWID;
  CREATE INDEX calls_of ON calls (caller);
  CREATE TABLE guidance (
    ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, living INTEGER NOT NULL, taken_with TEXT, body TEXT NOT NULL, sum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX guidance_taken ON guidance (taken_with) WHERE taken_with IS NOT NULL;
  CREATE TABLE mentions (function TEXT NOT NULL, guidance TEXT NOT NULL, PRIMARY KEY (function, guidance)) STRICT, WITHOUT ROWID;
  CREATE INDEX mentions_of ON mentions (guidance);
  CREATE TABLE environments (name TEXT PRIMARY KEY, body TEXT NOT NULL, sum INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE sources (digest TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE uses (
    ordinal INTEGER PRIMARY KEY, entry TEXT NOT NULL, kind TEXT NOT NULL, run TEXT NOT NULL, request TEXT, UNIQUE (entry, kind, run)
  ) STRICT;
  CREATE TABLE counts (
    entry TEXT PRIMARY KEY, shown INTEGER NOT NULL, used INTEGER NOT NULL, helped INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  ${searchTables}
`;

/** The database of what is kept for good, apart from the journal: it outlives all runs, and `gc` does not touch it. */
export const libraryForm: DatabaseForm = {
  file: 'library.db',
  keeps: 'keep a library',
  // "Pawb", as "Pawl" is the journal's.
  applicationId: 0x50617762,
  version: 1,
  tables,
  upgrade: () => {},
  obstacle: emptyBesideLog,
};
