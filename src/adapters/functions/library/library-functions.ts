import { type FunctionEntry, newest } from '../../../core/library/entries/library-entry.ts';
import type { LibraryView } from '../../../core/library/entries/library-view.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Functions, StoredFunction } from '../../../ports/functions.ts';
import type { Library } from '../../../ports/library.ts';

type Described = Omit<StoredFunction, 'code' | 'digest'> & { readonly sourceDigest: string };

/**
 * The living functions of a library, in their newest versions. An archived one is found by its name alone. `use` opens the library for one
 * piece of work.
 */
export function libraryFunctions(
  use: <T>(work: (library: Library) => Promise<Result<T, Failure>>) => Promise<Result<T, Failure>>,
): Functions {
  return {
    find: (name) =>
      use<StoredFunction | null>(async (library) => {
        const found = await library.look((view) => describedBy(view, view.living(name)));
        if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
        return withCode(library, found.value);
      }),
    list: () =>
      use(async (library) => {
        const read = await library.read();
        if (!read.ok) return read;
        const offered = [...read.value.state.functions.values()].filter(
          ({ isDeleted, status }) => !isDeleted && status.kind !== 'archived',
        );
        const described = await library.look((view) => offered.flatMap((entry) => describedBy(view, entry) ?? []));
        if (!described.ok) return described;
        const all: StoredFunction[] = [];
        for (const each of described.value) {
          const one = await withCode(library, each);
          if (!one.ok) return one;
          all.push(one.value);
        }
        return ok(all.sort((one, other) => (one.name < other.name ? -1 : 1)));
      }),
  };
}

function describedBy(view: LibraryView, entry: FunctionEntry | null): Described | null {
  if (entry === null) return null;
  const { id, name, version, description, input, dependsOn, sourceDigest, environment: named } = newest(entry);
  const environment = named === null ? null : view.environmentOf(named);
  return {
    name,
    description,
    input,
    calls: dependsOn,
    entry: { id, version },
    environment: environment === null ? null : { packages: environment.packages, manifest: environment.manifest, lock: environment.lock },
    sourceDigest,
  };
}

async function withCode(library: Library, { sourceDigest, ...described }: Described): Promise<Result<StoredFunction, Failure>> {
  const code = await library.source(sourceDigest);
  if (!code.ok) return code;
  if (code.value === null)
    return fail({ kind: 'io', message: `the library has no text of its function ${described.name}`, hint: 'pawl library doctor' });
  return ok({ ...described, code: code.value, digest: sourceDigest });
}
