import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnvironmentEntry } from '../../core/library/entries/library-entry.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { rootOf } from '../project/root.ts';
import { type AppliedSet, applyEdits } from './apply-edits.ts';
import { environmentId, libraryPackages, packagesFolder } from './library-packages.ts';
import { changingLibrary, readingLibrary } from './open-library.ts';

type Env = Readonly<Record<string, string | undefined>>;

export const listEnvironments = (
  cwd: string,
): Promise<Result<readonly (EnvironmentEntry & { readonly functions: readonly string[] })[], Refusal>> =>
  readingLibrary(cwd, async (library) => {
    const read = await library.read();
    if (!read.ok) return fail(refusalOf('library/unavailable', read.failure));
    const environments = [...read.value.state.environments.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const used = await library.look((view) =>
      environments.map((each) => ({ ...each, functions: view.usersOf(each.name).map(({ name }) => name) })),
    );
    return used.ok ? used : fail(refusalOf('library/unavailable', used.failure));
  });

interface Wanted {
  readonly name: string;
  /** As npm takes them: name, name@1.2.3. */
  readonly packages: readonly string[];
  readonly env: Env;
  readonly signal?: AbortSignal;
}

/** Installs packages, scripts of theirs not run, and pins them under a name that functions can give. */
export const addEnvironment = (cwd: string, wanted: Wanted): Promise<Result<AppliedSet, Refusal>> => put(cwd, wanted, false);

/** The same with what the environment has already, as its next version: all functions that use it then have that. */
export const updateEnvironment = (cwd: string, wanted: Wanted): Promise<Result<AppliedSet, Refusal>> => put(cwd, wanted, true);

function put(
  cwd: string,
  { name, packages, env, signal = new AbortController().signal }: Wanted,
  exists: boolean,
): Promise<Result<AppliedSet, Refusal>> {
  return changingLibrary(cwd, async (library, open) => {
    const found = await library.look((view) => view.environmentOf(name));
    if (!found.ok) return fail(refusalOf('library/unavailable', found.failure));
    const isThere = found.value !== null && !found.value.isDeleted;
    const installed =
      isThere === exists
        ? await installEnvironment(rootOf(cwd), packages, exists ? found.value : null, env, signal)
        : ok({ packages: ['none@0.0.0'], manifest: '', lock: '' });
    if (!installed.ok) return installed;
    return applyEdits(
      open,
      [{ kind: 'put_environment', name, ...installed.value, exists }],
      `${exists ? 'change' : 'add'} the environment ${name}`,
    );
  });
}

/** Installs an environment under a name of its own, and then again from its lock where its contents say: what was cut off is nobody's. */
export async function installEnvironment(
  root: string,
  wanted: readonly string[],
  before: EnvironmentEntry | null,
  env: Env,
  signal: AbortSignal,
): Promise<Result<Pick<EnvironmentEntry, 'packages' | 'manifest' | 'lock'>, Refusal>> {
  const packages = libraryPackages(root, env);
  // npm writes the name of the folder into the lock: by that alone two environments would differ.
  const making = `making-${process.pid}`;
  try {
    const installed = await packages.install({ id: `${making}/environment`, wanted, before, signal });
    if (!installed.ok) return fail(refusalOf('library/packages-not-installed', installed.failure));
    const { lock } = installed.value;
    const kept = await packages.restore(environmentId(lock), lock, signal);
    return kept.ok ? ok({ packages: installed.value.packages, ...lock }) : fail(refusalOf('library/packages-not-installed', kept.failure));
  } finally {
    await rm(join(packagesFolder(root), making), { recursive: true, force: true });
  }
}

export const deleteEnvironment = (cwd: string, name: string): Promise<Result<AppliedSet, Refusal>> =>
  changingLibrary(cwd, (_, open) => applyEdits(open, [{ kind: 'delete_environment', name }], `delete the environment ${name}`));

export const restoreEnvironment = (cwd: string, name: string): Promise<Result<AppliedSet, Refusal>> =>
  changingLibrary(cwd, (_, open) => applyEdits(open, [{ kind: 'restore_environment', name }], `restore the environment ${name}`));
