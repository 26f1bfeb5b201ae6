import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { ok, type Result } from '../../../core/model/result.ts';
import { pagesOf } from './examine-store.ts';
import { statementsOf, wholeOf } from './library-rows.ts';
import { openDatabase } from './open-database.ts';
import { allIn, historyOf } from './task-rows.ts';
import { tasksForm } from './tasks-form.ts';

export interface TaskCounts {
  readonly tasks: number;
  readonly occurrences: number;
}

/**
 * Reads all tasks in a state folder: what SQLite says of its pages, and every row against its checksum. null = there are none. Fails as opening
 * them would, and with the first thing that is wrong.
 */
export async function checkTasks(folder: string): Promise<Result<TaskCounts | null, Failure>> {
  const root = resolve(folder);
  if (!existsSync(join(root, tasksForm.file))) return ok(null);
  const opened = await openDatabase(root, tasksForm, { readOnly: true });
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    const pages = await database.read(() => pagesOf(database));
    if (!pages.ok) return pages;
    const sql = statementsOf(database.connection);
    return await database.read(() =>
      wholeOf(database, () => {
        const { tasks } = allIn(sql);
        const occurrences = tasks.reduce((count, { id }) => count + historyOf(sql, id, Number.MAX_SAFE_INTEGER).length, 0);
        return { tasks: tasks.length, occurrences };
      }),
    );
  } finally {
    await database.close();
  }
}
