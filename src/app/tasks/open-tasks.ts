import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTasks } from '../../adapters/store/sqlite/tasks.ts';
import type { Failure } from '../../core/model/failure.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Tasks } from '../../ports/tasks.ts';
import { rootOf, stateFolder } from '../project/root.ts';

/** Opens the tasks of the project around `cwd` to change them, making them where there are none. Close it. */
export async function openProjectTasks(cwd: string): Promise<Result<Tasks, Refusal>> {
  const folder = stateFolder(rootOf(cwd));
  const isNew = !existsSync(folder);
  const opened = await openTasks(folder);
  if (!opened.ok) return fail(unavailable(opened.failure));
  // As a run does, which hides it better; until one is made this keeps the folder out of `git add -A`.
  if (isNew) writeFileSync(join(folder, '.gitignore'), '*\n');
  return opened;
}

/** Does `work` with the tasks opened for reading: where there are none, with none, and no trace is left. */
export async function readingTasks<T>(cwd: string, work: (tasks: Tasks) => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
  const opened = await openTasks(stateFolder(rootOf(cwd)), { readOnly: true });
  return opened.ok ? closing(opened.value, work) : fail(unavailable(opened.failure));
}

/** The same, to change them. */
export async function changingTasks<T>(cwd: string, work: (tasks: Tasks) => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
  const opened = await openProjectTasks(cwd);
  return opened.ok ? closing(opened.value, work) : opened;
}

async function closing<T>(tasks: Tasks, work: (tasks: Tasks) => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
  try {
    return await work(tasks);
  } finally {
    await tasks.close();
  }
}

const unavailable = (failure: Failure): Refusal => refusalOf('task/unavailable', failure);

/** What a verb gives, with its failure as a refusal. */
export const orUnavailable = <T>(result: Result<T, Failure>): Result<T, Refusal> =>
  result.ok ? ok(result.value) : fail(unavailable(result.failure));
