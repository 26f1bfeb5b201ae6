import { ancestorsOf, isWithin, statOf } from '../paths/byte-path.ts';
import type { Place } from '../place/place.ts';
import { isOwn } from '../repository/shadow.ts';
import type { Side } from './merged-around.ts';

/**
 * Those of the paths that come in, files or folders, that would come into what is none of this repository's files: repositories
 * inside of it, Pawl's own folder, what the user has locked, and what is ignored and stands there. That is looked for on the disk: no
 * snapshot knows it.
 */
export function noneOfOurs(place: Place, ours: Side, come: readonly string[], comeAsFolders: readonly string[]): string[] {
  const { nested, unreadable, emptyFolders } = ours.leftovers;
  const closed = [...nested, ...unreadable];
  const known = new Set([...emptyFolders, ...[...ours.entries.keys()].flatMap((path) => [...ancestorsOf(path)])]);
  const isKnown = (path: string): boolean => ours.entries.has(path) || known.has(path);
  const above = (path: string): string | null => {
    for (const folder of ancestorsOf(path)) {
      if (isKnown(folder)) return null;
      const stat = statOf(place.root, folder);
      if (stat === null) continue;
      // Also a link: what lies behind it is not in this work tree.
      if (!stat.isDirectory()) return folder;
      if (statOf(place.root, `${folder}/.git`) !== null) return path;
    }
    return null;
  };
  const inTheWay = (path: string, asFolder: boolean): string | null => {
    if (isOwn(place, path) || closed.some((folder) => isWithin(path, folder) || isWithin(folder, path))) return path;
    if (!isKnown(path)) {
      const stat = statOf(place.root, path);
      if (stat !== null && !(asFolder && stat.isDirectory())) return path;
    }
    return above(path);
  };
  return [...come.map((path) => inTheWay(path, false)), ...comeAsFolders.map((path) => inTheWay(path, true))].filter(
    (path) => path !== null,
  );
}

/** The permission bits of a folder that is there for what is ignored alone; undefined where there is none. */
export function bitsOnDisk({ root }: Place, folder: string): number | undefined {
  const stat = statOf(root, folder);
  return stat?.isDirectory() ? stat.mode & 0o7777 : undefined;
}
