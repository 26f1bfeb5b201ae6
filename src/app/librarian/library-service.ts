import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LibraryService } from '../../agent/library/library-service.ts';
import { withTexts } from '../../core/effects/mapped-json.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { installEnvironment } from '../library/environments.ts';
import { openProjectLibrary, trialsOf } from '../library/open-library.ts';
import { searchIn } from '../library/search-library.ts';
import { stateFolder } from '../project/root.ts';
import { type ProjectSurroundings, writtenCandidate } from './written-candidate.ts';

interface Place {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asked for when something is to be stored. */
  readonly surroundings: () => Promise<ProjectSurroundings>;
}

/** Whether a project has a library; opening one makes it. */
export const hasLibrary = (root: string): boolean => existsSync(join(stateFolder(root), 'library.db'));

/** The library of a project, opened, with all that acts need of it. */
export async function openLibraryService({ root, env, surroundings }: Place): Promise<Result<LibraryService, Refusal>> {
  const opened = await openProjectLibrary(root);
  if (!opened.ok) return opened;
  const library = opened.value;
  return ok({
    library,
    trials: trialsOf(root, env),
    async search(kind, query, most, turn) {
      const found = await searchIn(library, query, { kind, limit: most }, turn);
      return found.ok ? ok(found.value.map(({ id }) => id)) : found;
    },
    candidate: async (written, state) => writtenCandidate(library, written, state, await surroundings()),
    withoutSecrets: async (value) => withTexts(value, (await surroundings()).redactor.text),
    async environment({ name, packages, isNewVersion }, state, signal) {
      const before = state.environments.get(name);
      const isThere = before !== undefined && !before.isDeleted;
      if (isThere !== isNewVersion)
        return fail(isThere ? `There is an environment ${name} already: update it.` : `There is no environment ${name}: add it.`);
      const installed = await installEnvironment(root, packages, isNewVersion && before !== undefined ? before : null, env, signal);
      if (!installed.ok)
        return fail(
          `Nothing was installed: ${installed.failure.message}${installed.failure.hint === undefined ? '' : ` (${installed.failure.hint})`}`,
        );
      return ok({ kind: 'put_environment', name, ...installed.value, exists: isNewVersion });
    },
  });
}
