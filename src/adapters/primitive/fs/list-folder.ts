import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { type AllowedRoots, isKept, pathOf } from './allowed-roots.ts';
import { fileFailure } from './file-failure.ts';

/** So many entries are listed at most. */
export const mostEntries = 10_000;

/**
 * What is in a folder, by path below it, in the order of their UTF-16 units. Links are named, never followed; the stores of git and Pawl
 * are named and not looked into.
 */
export async function listFolder(roots: AllowedRoots, path: string, recursive: boolean): Promise<Result<Json, Failure>> {
  const place = await roots.place(path);
  if (!place.ok) return place;
  const real = pathOf(place.value);
  const entries: Json[] = [];
  const below = [''];
  try {
    for (let folder = below.shift(); folder !== undefined; folder = below.shift()) {
      const found = await readdir(join(real, folder), { withFileTypes: true });
      for (const entry of found.sort((one, other) => (one.name < other.name ? -1 : 1))) {
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entries.length === mostEntries)
          return fail({ kind: 'too_large', message: `there are more than ${mostEntries} entries`, hint: 'list one of its folders' });
        entries.push({ path: name, kind: kindOf(entry), bytes: entry.isFile() ? await sizeOf(join(real, name)) : null });
        if (recursive && entry.isDirectory() && !isKept(entry.name)) below.push(name);
      }
    }
    return ok(entries);
  } catch (error) {
    return fail(fileFailure(path, error));
  }
}

const kindOf = (entry: Dirent): string =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other';

/** null where it went while it was listed. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await lstat(path)).size;
  } catch {
    return null;
  }
}
