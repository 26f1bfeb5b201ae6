import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { PackageLock } from '../../ports/packages.ts';

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
