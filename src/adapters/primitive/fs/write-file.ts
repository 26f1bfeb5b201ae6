import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { quoted } from '../../../core/model/shown-text.ts';
import { type AllowedRoots, pathOf } from './allowed-roots.ts';
import { fileFailure } from './file-failure.ts';

/**
 * Puts a whole file in place at once: a reader sees the old content or the new, also after a power failure. Folders on the way are made;
 * a file that is replaced keeps its mode; through a link, what it leads to is replaced.
 */
export async function writeFileOf(roots: AllowedRoots, path: string, content: Uint8Array): Promise<Result<Json, Failure>> {
  const place = await roots.changeable(path, 'followed');
  if (!place.ok) return place;
  const { there, missing } = place.value;
  const real = pathOf(place.value);
  const folder = dirname(real);
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}.pawl-new`);
  let file: FileHandle | null = null;
  try {
    if (missing.length > 1) await mkdir(folder, { recursive: true });
    const before = missing.length > 0 ? null : await lstat(there);
    if (before !== null && !before.isFile()) return fail({ kind: 'refused', message: `${quoted(path)} is no file` });
    file = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o666);
    await file.writeFile(content);
    if (before !== null) await chmod(temporary, before.mode & 0o7777);
    await file.sync();
    await file.close();
    file = null;
    // A folder on the way may have become a link since it was looked at: then the new file lies elsewhere, and goes again.
    if ((await realpath(folder)) !== folder) return fail({ kind: 'refused', message: `${quoted(path)} was moved while it was written` });
    await rename(temporary, real);
    await synced(folder);
    return ok({ bytes: content.length });
  } catch (error) {
    return fail(fileFailure(path, error));
  } finally {
    await file?.close();
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function synced(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
