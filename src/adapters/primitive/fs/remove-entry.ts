import { lstat, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { quoted } from '../../../core/model/shown-text.ts';
import { type AllowedRoots, isKept, pathOf } from './allowed-roots.ts';
import { fileFailure } from './file-failure.ts';

/** Removes a file, a link (never what it leads to), or a folder; what is not there is removed already. */
export async function removeEntry(roots: AllowedRoots, path: string, recursive: boolean): Promise<Result<Json, Failure>> {
  const place = await roots.changeable(path, 'itself');
  if (!place.ok) return place;
  const real = pathOf(place.value);
  try {
    const stats = await lstat(real).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : Promise.reject(error)));
    if (stats === null) return ok({ removed: false });
    if (!stats.isDirectory()) await unlink(real);
    else if (!recursive) await rmdir(real);
    else {
      const names = await readdir(real, { recursive: true, encoding: 'utf8' });
      const kept = names.find((name) => isKept(basename(name)));
      if (kept !== undefined)
        return fail({ kind: 'refused', message: `${quoted(path)} holds ${kept}, which is only changed by its own program` });
      await rm(real, { recursive: true });
    }
    return ok({ removed: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST')
      return fail({ kind: 'refused', message: `${quoted(path)} is a folder with something in it`, hint: 'say { recursive: true }' });
    return fail(fileFailure(path, error));
  }
}
