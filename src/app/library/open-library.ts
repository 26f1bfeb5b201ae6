import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLibrary } from '../../adapters/store/sqlite/library.ts';
import type { CaseTrials } from '../../agent/library/case-trials.ts';
import type { EntryUses } from '../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Library } from '../../ports/library.ts';
import { rootOf, stateFolder } from '../project/root.ts';

/** Opens the library of the project around `cwd` to change it, making it where there is none. Close it. */
export async function openProjectLibrary(cwd: string): Promise<Result<Library, Refusal>> {
  const folder = stateFolder(rootOf(cwd));
  const isNew = !existsSync(folder);
  const opened = await openLibrary(folder);
  if (!opened.ok) return fail(refusalOf('library/unavailable', opened.failure));
  // As a run does, which hides it better; until one is made this keeps the folder out of `git add -A`.
  if (isNew) writeFileSync(join(folder, '.gitignore'), '*\n');
  return opened;
}

/** Does `work` with the library opened for reading: where there is none, with an empty one, and no trace is left. */
export async function readingLibrary<T>(cwd: string, work: (library: Library) => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
  const opened = await openLibrary(stateFolder(rootOf(cwd)), { readOnly: true });
  if (!opened.ok) return fail(refusalOf('library/unavailable', opened.failure));
  return closing(opened.value, work);
}

/** What `work` makes of all that stands in it, and of how it was used. */
export const readingWhole = <T>(
  cwd: string,
  work: (state: LibraryState, uses: ReadonlyMap<string, EntryUses>) => T,
): Promise<Result<T, Refusal>> =>
  readingLibrary(cwd, async (library) => {
    const [read, uses] = [await library.read(), await library.uses()];
    if (!read.ok) return fail(refusalOf('library/unavailable', read.failure));
    return uses.ok ? ok(work(read.value.state, uses.value)) : fail(refusalOf('library/unavailable', uses.failure));
  });

/** A library to change, with where cases of its functions are tried before that. */
export interface OpenLibrary {
  readonly library: Library;
  readonly trials: CaseTrials;
}

/** The same, to change it. */
export async function changingLibrary<T>(
  cwd: string,
  work: (library: Library, open: OpenLibrary) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const opened = await openProjectLibrary(cwd);
  if (!opened.ok) return opened;
  return closing(opened.value, (library) => work(library, { library, trials: trialsOf(cwd) }));
}

/** Loaded where a case is tried: it brings the sandbox and a parser of code with it. */
export function trialsOf(cwd: string, env: Readonly<Record<string, string | undefined>> = process.env): CaseTrials {
  let loaded: Promise<CaseTrials> | null = null;
  return {
    async tryCase(asked) {
      loaded ??= import('./process-trials.ts').then(({ processTrials }) => processTrials(cwd, env));
      return (await loaded).tryCase(asked);
    },
  };
}

async function closing<T>(library: Library, work: (library: Library) => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
  try {
    return await work(library);
  } finally {
    await library.close();
  }
}
