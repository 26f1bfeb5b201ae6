import { viewOf } from './entries/evolve-library.ts';
import { type EntryUses, type FunctionEntry, newest } from './entries/library-entry.ts';
import type { LibraryState } from './entries/library-state.ts';

/** Something in a library that wants a look. */
export interface LibraryTrouble {
  readonly kind: 'stale' | 'unused' | 'same' | 'near' | 'broken';
  /** A sentence. */
  readonly found: string;
  /** The next step. */
  readonly hint: string;
}

/** Shown so often and never used: what it says of itself does not fit what it does, or nobody needs it. */
const shownInVain = 10;

/** All that wants a look: what is stale, broken, the same twice, or was shown again and again and never used. */
export function libraryTroubles(state: LibraryState, uses: ReadonlyMap<string, EntryUses>): readonly LibraryTrouble[] {
  const functions = [...state.functions.values()].filter(({ isDeleted }) => !isDeleted);
  const guidance = [...state.guidance.values()].filter(({ isDeleted }) => !isDeleted);
  const entries = [
    ...functions.map(({ id, name, status }) => ({ id, status, named: name, edit: `pawl library edit ${name} FILE` })),
    ...guidance.map(({ id, title, status }) => ({ id, status, named: `"${title}" (${id})`, edit: `pawl library edit ${id} FILE` })),
  ];
  const troubles: LibraryTrouble[] = [];
  for (const { id, status, named, edit } of entries) {
    if (status.kind === 'stale')
      troubles.push({ kind: 'stale', found: `${named} is stale: it ${status.reasons.join('; it ')}`, hint: edit });
    const { shown, used } = uses.get(id) ?? { shown: 0, used: 0 };
    if (shown >= shownInVain && used === 0)
      troubles.push({
        kind: 'unused',
        found: `${named} was shown ${shown} times and never used`,
        hint: 'say better what it does, or delete it',
      });
  }
  return [...troubles, ...brokenIn(state, functions), ...sameAmong(functions)];
}

function brokenIn(state: LibraryState, functions: readonly FunctionEntry[]): readonly LibraryTrouble[] {
  const view = viewOf(state);
  return functions.flatMap((entry) => {
    const gone = newest(entry).dependsOn.filter((name) => view.living(name) === null && view.named(name).length > 0);
    return gone.map(
      (name): LibraryTrouble => ({
        kind: 'broken',
        found: `${entry.name} calls ${name}, which is deleted`,
        hint: `pawl library restore ${name}`,
      }),
    );
  });
}

function sameAmong(functions: readonly FunctionEntry[]): readonly LibraryTrouble[] {
  const byCode = new Map<string, FunctionEntry[]>();
  for (const entry of functions) {
    const { codeDigest } = newest(entry);
    byCode.set(codeDigest, [...(byCode.get(codeDigest) ?? []), entry]);
  }
  return [...byCode.values()]
    .filter((group) => group.length > 1)
    .map((group) => {
      const names = group.map(({ name }) => name);
      return { kind: 'same', found: `${names.join(' and ')} are the same code`, hint: `keep one: pawl library delete ${names.at(-1)}` };
    });
}
