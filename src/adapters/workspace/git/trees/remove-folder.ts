import type { Dirent, Stats } from 'node:fs';
import { chmod, lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import { ioTrouble, systemCode } from '../trouble.ts';

/**
 * Removes a folder and all in it, read-only files and folders and names of any bytes included; links are removed and not followed.
 * Nothing where there is none. `fs.rm` does neither: it stops at a folder without the right to write, and takes names for UTF-8.
 */
export async function removeFolder(path: string): Promise<void> {
  try {
    await remove(Buffer.from(path));
  } catch (error) {
    if (systemCode(error) === '') throw error;
    throw ioTrouble(
      `${path} could not be removed: ${(error as Error).message}`,
      'Look for a program that still works there, or give yourself the right to; then try again.',
    );
  }
}

/** How often a folder is emptied again when something came into it meanwhile. */
const attempts = 5;

async function remove(path: Buffer): Promise<void> {
  const stat = await lstat(path).catch(ifGone);
  if (stat === null) return;
  if (!stat.isDirectory()) return void (await unlink(path).catch(ifGone));
  for (let attempt = 1; ; attempt++) {
    await empty(path, stat);
    try {
      return void (await rmdir(path).catch(ifGone));
    } catch (error) {
      if (systemCode(error) !== 'ENOTEMPTY' || attempt === attempts) throw error;
    }
  }
}

async function empty(folder: Buffer, stat: Stats): Promise<void> {
  if ((stat.mode & 0o700) !== 0o700) await chmod(folder, 0o700);
  const entries: Dirent<Buffer>[] = (await readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch(ifGone)) ?? [];
  const at = ({ name }: Dirent<Buffer>): Buffer => Buffer.concat([folder, Buffer.from('/'), name]);
  await Promise.all(entries.filter((entry) => !entry.isDirectory()).map((entry) => unlink(at(entry)).catch(ifGone)));
  for (const entry of entries) if (entry.isDirectory()) await remove(at(entry));
}

function ifGone(error: unknown): null {
  if (systemCode(error) !== 'ENOENT') throw error;
  return null;
}
