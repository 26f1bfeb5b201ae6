import { DatabaseSync } from 'node:sqlite';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { SearchIndex } from '../../../ports/search-index.ts';
import { Database } from './database.ts';
import { sqliteSearchIndex } from './search-index.ts';
import { makeSearchTables } from './search-tables.ts';
import { sqliteFailure } from './sqlite-failure.ts';

/**
 * Opens an index that has a file of its own, or makes it. Fails with `io` where the file cannot be made or read. An index can be made anew from
 * what it was made of, so a commit need not have reached the disk when it returns, only be whole.
 *
 * The cache of 32 MB instead of 2 saves a fifth of a query among 10 000 entries. Mapping the file into memory saved two fifths, and was rejected: a
 * failing disk would then end the process instead of giving a failure.
 */
export function openSearchIndex(file: string): Result<SearchIndex & { close(): Promise<void> }, Failure> {
  try {
    const connection = new DatabaseSync(file, { timeout: 100 });
    try {
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000');
      makeSearchTables(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
    const database = new Database(connection, file, false);
    return ok({ ...sqliteSearchIndex(database), close: () => database.close() });
  } catch (error) {
    return fail(sqliteFailure(error, file));
  }
}
