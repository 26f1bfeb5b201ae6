import type { Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';

/** A file or link of a git tree. */
export interface FileEntry {
  readonly path: string;
  /** Git's: 0o100644, 0o100755, 0o120000. */
  readonly mode: number;
  readonly oid: string;
}

/** All files of a tree by byte path. */
export type FileEntries = ReadonlyMap<string, FileEntry>;

export async function readEntries(git: Git, place: Place, tree: string): Promise<FileEntries> {
  const rows = (await git.shadow(place, ['ls-tree', '-r', '-z', '--full-tree', tree])).stdout.toString('latin1').split('\0');
  const entries = new Map<string, FileEntry>();
  for (const row of rows) {
    const tab = row.indexOf('\t');
    if (tab < 0) continue;
    const [mode, , oid] = row.slice(0, tab).split(' ') as [string, string, string];
    const path = row.slice(tab + 1);
    entries.set(path, { path, mode: Number.parseInt(mode, 8), oid });
  }
  return entries;
}

export const isSameEntry = (one: FileEntry | undefined, other: FileEntry | undefined): boolean =>
  one?.mode === other?.mode && one?.oid === other?.oid;

export const isFile = (entry: FileEntry): boolean => (entry.mode & 0o170000) === 0o100000;
