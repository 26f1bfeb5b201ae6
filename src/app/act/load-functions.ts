import type { Failure } from '../../core/model/failure.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Functions, StoredFunction } from '../../ports/functions.ts';

/** The functions that `pawl.yml` names folders of; null where it names none. */
export async function loadFunctions(folders: readonly string[], root: string): Promise<Result<Functions | null, Refusal>> {
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

/** Those that an act may call. */
export const storedFunctions = async ({
  functions,
}: {
  readonly functions: Functions | null;
}): Promise<Result<readonly StoredFunction[], Failure>> => (functions === null ? ok([]) : functions.list());
