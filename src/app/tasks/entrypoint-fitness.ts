import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Task, TaskEntrypoint } from '../../core/tasks/task.ts';
import { readingLibrary } from '../library/open-library.ts';
import { rootOf, stateFolder } from '../project/root.ts';

/** The function of that name as the entrypoint of a task; refused where there is none, or it is archived. */
export async function taskEntrypoint(cwd: string, name: string): Promise<Result<TaskEntrypoint, Refusal>> {
  const none: Refusal = {
    code: 'task/unknown-function',
    message: `the library has no function "${name}"`,
    hint: 'pawl library list  shows all; pawl library add FILE  stores one',
  };
  if (!existsSync(join(stateFolder(rootOf(cwd)), 'library.db'))) return fail(none);
  const found = await readingLibrary(cwd, async (library) => {
    const looked = await library.look((view) => view.living(name));
    return looked.ok ? looked : fail(refusalOf('library/unavailable', looked.failure));
  });
  if (!found.ok) return found;
  if (found.value === null) return fail(none);
  if (found.value.status.kind !== 'archived') return ok({ id: found.value.id, name });
  return fail({
    code: 'task/unknown-function',
    message: `the function "${name}" is archived, so no task may begin with it`,
    hint: `pawl library edit ${name} --activate  brings it back`,
  });
}

/** Why a task cannot be delivered offline; null = it can, or need not. */
export const offlineObstacle = ({ delivery, name }: Pick<Task, 'delivery' | 'name'>): Refusal | null =>
  delivery === 'live'
    ? null
    : {
        code: 'task/not-certified',
        message: `"${name}" can only be delivered offline by a function with a valid certificate, and there is none`,
        hint: 'leave --delivery out: the agent at hand does it',
      };
