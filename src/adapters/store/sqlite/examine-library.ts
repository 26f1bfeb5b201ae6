import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { libraryOf } from '../../../core/library/entries/evolve-library.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Database } from './database.ts';
import { pagesOf } from './examine-store.ts';
import { sqliteLibrary } from './library.ts';
import { libraryForm } from './library-form.ts';
import { openDatabase } from './open-database.ts';
import { lockOwnership } from './ownership.ts';
import { damaged } from './sqlite-failure.ts';

export interface LibraryCounts {
  readonly functions: number;
  readonly guidance: number;
  readonly changes: number;
}

/**
 * Reads the whole library in a state folder: what SQLite says of its pages, every row against its checksum, and what stands against the fold
 * of its log. null = there is none. Fails as opening it would, and with the first thing that is wrong.
 */
export async function checkLibrary(folder: string): Promise<Result<LibraryCounts | null, Failure>> {
  const root = resolve(folder);
  if (!existsSync(join(root, libraryForm.file))) return ok(null);
  const opened = await openDatabase(root, libraryForm, { readOnly: true });
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    return await checked(database, root);
  } finally {
    await database.close();
  }
}

async function checked(database: Database, root: string): Promise<Result<LibraryCounts, Failure>> {
  const pages = await database.read(() => pagesOf(database));
  if (!pages.ok) return pages;
  const library = sqliteLibrary(database, lockOwnership(root, true));
  const [log, read] = [await library.log(), await library.read()];
  if (!log.ok) return log;
  if (!read.ok) return read;
  const { state, seq } = read.value;
  // Somebody may have added to it between the two.
  const upTo = log.value.filter((each) => each.seq <= seq);
  if (upTo.length === seq && !isDeepStrictEqual(libraryOf(upTo), state))
    return fail(damaged(database.file, 'what stands in it is not what its log says'));
  const living = (entries: Iterable<{ readonly isDeleted: boolean }>): number => [...entries].filter(({ isDeleted }) => !isDeleted).length;
  return ok({ functions: living(state.functions.values()), guidance: living(state.guidance.values()), changes: seq });
}
