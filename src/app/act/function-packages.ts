import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Functions } from '../../ports/functions.ts';
import type { PackageLock, Packages } from '../../ports/packages.ts';
import { environmentId } from '../library/environments.ts';
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

type Members = Readonly<Record<string, Json>>;

/** Several environments in one: what all have, where no two have different versions of a package at the same place. */
export function mergedLock(locks: readonly PackageLock[]): Result<PackageLock, Failure> {
  const [first, ...others] = locks;
  if (first !== undefined && others.length === 0) return ok(first);
  const dependencies = new Map<string, Json>();
  const placed = new Map<string, Json>();
  for (const { manifest, lock } of locks) {
    const wanted = (JSON.parse(manifest) as { dependencies?: Members }).dependencies ?? {};
    const { packages = {} } = JSON.parse(lock) as { packages?: Members };
    for (const [name, version] of Object.entries(wanted)) dependencies.set(name, version);
    for (const [place, entry] of Object.entries(packages)) {
      if (place === '') continue;
      const before = placed.get(place);
      if (before !== undefined && versionOf(before) !== versionOf(entry))
        return fail({
          kind: 'refused',
          message: `functions that it calls have environments that do not go together: ${place.replace(/^.*node_modules\//, '')} is ${versionOf(before)} in one and ${versionOf(entry)} in another`,
          hint: 'give them one environment: pawl library env update NAME PACKAGE@VERSION',
        });
      placed.set(place, entry);
    }
  }
  const sorted = (members: ReadonlyMap<string, Json>) => Object.fromEntries([...members].sort(([one], [other]) => (one < other ? -1 : 1)));
  const root = { private: true, dependencies: sorted(dependencies) };
  const lock = { lockfileVersion: 3, requires: true, packages: { '': { dependencies: root.dependencies }, ...sorted(placed) } };
  return ok({ manifest: JSON.stringify(root), lock: JSON.stringify(lock) });
}

const versionOf = (entry: Json): string => String((entry as Members).version);
