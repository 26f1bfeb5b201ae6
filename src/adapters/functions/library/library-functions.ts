import { type FunctionEntry, newest } from '../../../core/library/entries/library-entry.ts';
import type { LibraryView } from '../../../core/library/entries/library-view.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Functions, StoredFunction } from '../../../ports/functions.ts';
import type { Library } from '../../../ports/library.ts';

type Described = Omit<StoredFunction, 'code' | 'digest'> & { readonly sourceDigest: string };

/** So many of a library are told without a search: to list all would read each text as an act begins, and its prompt would hold them all. */
const mostTold = 20;

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
    names: () => use((library) => library.names()),
    list: () =>
      use(async (library) => {
        const names = await library.names();
        if (!names.ok || names.value.length > mostTold) return names.ok ? ok([]) : names;
        const all: StoredFunction[] = [];
        for (const name of names.value) {
          const described = await library.look((view) => toldBy(view, name));
          if (!described.ok) return described;
          const one = described.value === null ? ok(null) : await withCode(library, described.value);
          if (!one.ok) return one;
          if (one.value !== null) all.push(one.value);
        }
        return ok(all);
      }),
  };
}

const toldBy = (view: LibraryView, name: string): Described | null => {
  const entry = view.living(name);
  return entry?.status.kind === 'archived' ? null : describedBy(view, entry);
};

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
