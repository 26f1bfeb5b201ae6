import type { IndexEntry } from '../index/index-file.ts';
import { ancestorsOf, statOf } from '../paths/byte-path.ts';

/** Every folder that files or empty folders make, and the root (''). */
export function foldersOf(entries: readonly Pick<IndexEntry, 'path'>[], emptyFolders: readonly string[]): string[] {
  const folders = new Set<string>(['', ...emptyFolders]);
  let previous = '';
  for (const { path } of entries) {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (parent === previous) continue;
    previous = parent;
    if (parent === '' || folders.has(parent)) continue;
    folders.add(parent);
    for (const folder of ancestorsOf(parent)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  for (const folder of emptyFolders) for (const above of ancestorsOf(folder)) folders.add(above);
  return [...folders];
}

/** Inode and change time of a folder: they move whenever a name comes or goes in it, or its mode changes. */
export function folderKey(root: string, folder: string): string {
  const stat = statOf(root, folder);
  return stat ? `${stat.ino}:${stat.ctimeMs}` : 'none';
}

/** Whether two looks found the same folders, each with the same key. */
export function sameKeys(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  if (one.size !== other.size) return false;
  for (const [folder, key] of one) if (other.get(folder) !== key) return false;
  return true;
}
