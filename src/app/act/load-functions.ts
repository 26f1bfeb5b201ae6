import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Failure } from '../../core/model/failure.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Functions, StoredFunction } from '../../ports/functions.ts';
import { stateFolder } from '../project/root.ts';

/** The functions that `pawl.yml` names folders of, and those of the library; null where there are neither. One of a folder comes before one of the library. */
export async function loadFunctions(folders: readonly string[], root: string): Promise<Result<Functions | null, Refusal>> {
  const [own, stored] = await Promise.all([functionsOfFolders(folders, root), functionsOfLibrary(projectOf(root))]);
  if (!own.ok || stored === null) return own;
  return ok(own.value === null ? stored : composed(own.value, stored));
}

/** Names of those in the folders that `pawl.yml` names, without those of the library: what a stored function may call besides. */
export async function folderFunctionNames(folders: readonly string[], root: string): Promise<Result<readonly string[], Refusal>> {
  const own = await functionsOfFolders(folders, root);
  if (!own.ok) return own;
  const names = own.value === null ? ok([]) : await own.value.names();
  return names.ok ? names : fail(refusalOf('run/invalid-functions', names.failure));
}

async function functionsOfFolders(folders: readonly string[], root: string): Promise<Result<Functions | null, Refusal>> {
  if (folders.length === 0) return ok(null);
  // Loaded only where there are some: it brings a parser of code with it.
  const { folderFunctions } = await import('../../adapters/functions/folder/folder-functions.ts');
  const functions = await folderFunctions(folders, root);
  if (functions.ok) return functions;
  return fail({
    code: 'run/invalid-functions',
    message: `functions that pawl.yml names are not as they must be:\n${functions.failure.map((fault) => `  ${fault}`).join('\n')}`,
    hint: 'what a function needs: docs/functions.md',
  });
}

/** Names that folders and the library both have. */
export async function doubledNames(folders: readonly string[], root: string): Promise<readonly string[]> {
  const [own, stored] = [await functionsOfFolders(folders, root), await functionsOfLibrary(projectOf(root))];
  const all = own.ok && own.value !== null ? await own.value.names() : ok([]);
  const names: string[] = [];
  for (const name of all.ok && stored !== null ? all.value : []) {
    const other = await stored?.find(name);
    if (other?.ok && other.value !== null) names.push(name);
  }
  return names;
}

/** Opened anew for each look: what is stored meanwhile is found, and nobody has to close it. */
async function functionsOfLibrary(root: string): Promise<Functions | null> {
  if (!existsSync(join(stateFolder(root), 'library.db'))) return null;
  const { libraryFunctions } = await import('../../adapters/functions/library/library-functions.ts');
  const { readingLibrary } = await import('../library/open-library.ts');
  return libraryFunctions(async (work) => {
    let failed: Failure | null = null;
    const done = await readingLibrary(root, async (library) => {
      const result = await work(library);
      if (!result.ok) failed = result.failure;
      return result.ok ? result : fail({ code: 'library/unavailable', message: result.failure.message });
    });
    if (done.ok) return done;
    return fail(
      failed ?? { kind: 'io', message: done.failure.message, ...(done.failure.hint === undefined ? {} : { hint: done.failure.hint }) },
    );
  });
}

/** A step's own work tree lies in the state folder of its project, whose library it has. */
export const projectOf = (root: string): string => root.split(`${sep}.pawl${sep}trees${sep}`)[0] as string;

const composed = (first: Functions, second: Functions): Functions => ({
  async find(name) {
    const found = await first.find(name);
    return found.ok && found.value === null ? second.find(name) : found;
  },
  async names() {
    const [own, others] = [await first.names(), await second.names()];
    if (!own.ok) return own;
    return others.ok ? ok([...new Set([...own.value, ...others.value])].sort()) : others;
  },
  async list() {
    const [own, others] = [await first.list(), await second.list()];
    if (!own.ok) return own;
    if (!others.ok) return others;
    const names = new Set(own.value.map(({ name }) => name));
    const all = [...own.value, ...others.value.filter(({ name }) => !names.has(name))];
    return ok(all.sort((one, other) => (one.name < other.name ? -1 : 1)));
  },
});

interface Placed {
  readonly functions: Functions | null;
}

/** Names of those that an act may call. */
export const functionNames = async ({ functions }: Placed): Promise<Result<readonly string[], Failure>> =>
  functions === null ? ok([]) : functions.names();

/** Those that it is told of before it looks for any. */
export const storedFunctions = async ({ functions }: Placed): Promise<Result<readonly StoredFunction[], Failure>> =>
  functions === null ? ok([]) : functions.list();
