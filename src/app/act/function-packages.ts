import type { Failure } from '../../core/model/failure.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Functions } from '../../ports/functions.ts';
import type { Packages } from '../../ports/packages.ts';
import { environmentId } from '../library/library-packages.ts';
import { mergedLock } from '../library/merged-lock.ts';
import { closureOf } from './pinned-closure.ts';

/** The folder of what a stored function imports, with all that it calls; null = they import nothing. */
export type FunctionPackages = (name: string, signal: AbortSignal) => Promise<Result<string | null, Failure>>;

/**
 * Environments as they lie installed, in folders that are named for their contents and shared by all: one that is there needs no network.
 * `install`: false where nothing may be installed, as in a replay.
 */
export function functionPackages(functions: Functions | null, packages: Packages, install: boolean): FunctionPackages {
  return async (name, signal) => {
    const found = functions === null ? ok(null) : await functions.find(name);
    // Whoever calls it is told that it is not there.
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
    const closure = await closureOf(found.value, (called) => (functions as Functions).find(called));
    if (!closure.ok) return closure;
    const locks = new Map(
      closure.value.flatMap(({ environment }) => (environment === null ? [] : [[environmentId(environment), environment]])),
    );
    if (locks.size === 0) return ok(null);
    const lock = mergedLock([...locks.values()]);
    if (!lock.ok) return fail({ ...lock.failure, message: `${name} cannot be run: ${lock.failure.message}` });
    const id = environmentId(lock.value);
    if (install) return packages.restore(id, lock.value, signal);
    const there = await packages.there(id, lock.value);
    const message = `the packages that ${name} imports are not there any more`;
    return there === null ? fail({ kind: 'not_found', message }) : ok(there);
  };
}
