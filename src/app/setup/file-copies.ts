import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** One file to bring into a repository. */
export interface FileCopy {
  readonly path: string;
  readonly bytes: Buffer;
}

/** What lies where a copy is to go: nothing, the very same, or something of the user's. */
export async function standingOf({ path, bytes }: FileCopy): Promise<'absent' | 'same' | 'different'> {
  const there = await readFile(path).catch((error: NodeJS.ErrnoException) => error);
  if (there instanceof Error) return there.code === 'ENOENT' || there.code === 'ENOTDIR' ? 'absent' : 'different';
  return there.equals(bytes) ? 'same' : 'different';
}

/** Writes a copy whole or not at all: beside its place first, and moved there once it is on the disk. */
export async function placeCopy({ path, bytes }: FileCopy): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const aside = `${path}.${randomBytes(4).toString('hex')}.new`;
  try {
    const file = await open(aside, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
