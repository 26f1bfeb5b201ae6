import { type Closure, closureOf } from '../../core/library/closure.ts';
import { guidanceText } from '../../core/library/entries/guidance-text.ts';
import type { LoggedChange } from '../../core/library/entries/library-change.ts';
import { type EntryUses, type FunctionEntry, type GuidanceEntry, newest } from '../../core/library/entries/library-entry.ts';
import type { LibraryView } from '../../core/library/entries/library-view.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { readingLibrary } from './open-library.ts';

/** When, by whom and why something changed; `set` takes it back. */
export interface Arrival {
  readonly set: string;
  readonly atMs: number;
  readonly by: string;
  readonly why: string;
  readonly what: string;
}

export type ShownEntry = {
  readonly uses: EntryUses;
  /** All that ever happened to it, oldest first. */
  readonly history: readonly Arrival[];
} & (
  | {
      readonly kind: 'function';
      readonly entry: FunctionEntry;
      readonly source: string;
      readonly closure: Closure;
      readonly callers: readonly string[];
      readonly guidance: readonly { readonly id: string; readonly title: string }[];
    }
  | {
      readonly kind: 'guidance';
      readonly entry: GuidanceEntry;
      readonly text: string;
      readonly functions: readonly string[];
    }
);

type Found =
  | Omit<Extract<ShownEntry, { readonly kind: 'function' }>, 'uses' | 'source'>
  | Omit<Extract<ShownEntry, { readonly kind: 'guidance' }>, 'uses'>;

/** All that is known of a function (by name or id) or of guidance (by id); of a function its newest source, or that of `version`. */
export const showEntry = (cwd: string, name: string, version?: number): Promise<Result<ShownEntry, Refusal>> =>
  readingLibrary<ShownEntry>(cwd, async (library) => {
    const looked = await library.look((view) => found(view, name));
    if (!looked.ok) return fail(refusalOf('library/unavailable', looked.failure));
    const shown = looked.value;
    if (shown === null)
      return fail({ code: 'library/unknown-name', message: `the library has no ${name}`, hint: 'pawl library list  shows what it has' });
    const counted = await library.uses([shown.entry.id]);
    if (!counted.ok) return fail(refusalOf('library/unavailable', counted.failure));
    const uses = counted.value.get(shown.entry.id) ?? { shown: 0, used: 0, helped: 0 };
    if (shown.kind === 'guidance') return ok({ ...shown, uses });
    const wanted = version === undefined ? newest(shown.entry) : shown.entry.versions.find((each) => each.version === version);
    if (wanted === undefined)
      return fail({
        code: 'library/unknown-name',
        message: `${name} has no version ${version}`,
        hint: `it has 1 to ${shown.entry.versions.length}`,
      });
    const source = await library.source(wanted.sourceDigest);
    if (!source.ok) return fail(refusalOf('library/unavailable', source.failure));
    return ok({ ...shown, uses, source: source.value ?? '' });
  });

function found(view: LibraryView, name: string): Found | null {
  const entry = view.living(name) ?? view.functionOf(name) ?? view.named(name).at(-1) ?? null;
  if (entry !== null) {
    return {
      kind: 'function',
      entry,
      closure: closureOf(view, entry),
      callers: view.callersOf(entry.name).map((caller) => caller.name),
      guidance: view.guidanceAbout(entry.id).map(({ id, title }) => ({ id, title })),
      history: view.changesOfEntry(entry.id).map(arrivalOf),
    };
  }
  const guidance = view.guidanceOf(name);
  if (guidance === null) return null;
  return {
    kind: 'guidance',
    entry: guidance,
    text: guidanceText(guidance),
    functions: guidance.functionIds.flatMap((id) => view.functionOf(id)?.name ?? []),
    history: view.changesOfEntry(name).map(arrivalOf),
  };
}

const arrivalOf = ({ set, atMs, by, why, change }: LoggedChange): Arrival => ({ set, atMs, by, why, what: change.type });
