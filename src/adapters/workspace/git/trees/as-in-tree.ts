import { isGitlink, parseIndex } from '../index/index-file.ts';
import { isWithin } from '../paths/byte-path.ts';
import { isPipeMode, type SpecialFiles } from '../paths/special-files.ts';
import { oidBytesOf, type Place } from '../place/place.ts';
import type { State } from '../snapshot/state.ts';

/** The part of a state that is about files beside the tree of them. */
type Around = Pick<State, 'modes' | 'leftovers'>;

/**
 * What a state of the user's work tree is in a tree that was made from it. Repositories inside of the user's are left out (a
 * submodule is an empty folder, as in a fresh clone), and so are what could not be read, sockets and devices, and folders that are
 * there for ignored files alone (`.venv` with its own rule `*`).
 */
export function asInTree({ modes, leftovers, staging }: Pick<State, 'modes' | 'leftovers' | 'staging'>, place: Place): Around {
  const caches = leftovers.emptyFolders.filter((folder) => leftovers.hiddenRules.some(({ path }) => path === `${folder}/.gitignore`));
  const isInCache = (path: string): boolean => caches.some((folder) => isWithin(path, folder));
  const submodules = submodulesIn(staging.bytes, place).filter((path) => leftovers.nested.includes(path));
  const { unreadable: _, ...readable } = modes;
  return {
    modes: readable,
    leftovers: {
      emptyFolders: [...leftovers.emptyFolders.filter((folder) => !isInCache(folder)), ...submodules].sort(),
      nested: [],
      gitFolders: [],
      unreadable: [],
      hiddenRules: leftovers.hiddenRules.filter(({ path }) => !isInCache(path)),
      special: pipesOf(leftovers.special),
    },
  };
}

/** Of all that is special only pipes can be made. */
export const pipesOf = (special: SpecialFiles | undefined): SpecialFiles =>
  Object.fromEntries(Object.entries(special ?? {}).filter(([, mode]) => isPipeMode(mode)));

function submodulesIn(index: Buffer | null, place: Place): string[] {
  try {
    return parseIndex(index ?? Buffer.alloc(0), oidBytesOf(place))
      .entries.filter(isGitlink)
      .map((entry) => entry.path);
  } catch {
    // An index that only git can read: its submodules are not there at all.
    return [];
  }
}
