import { createReadStream, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crypto } from './blob-digest.ts';
import { errorCode } from './file-failure.ts';

const pieceBytes = 1024 * 1024;

/**
 * Gives `path` the content that `write` makes, durably and all at once: whatever bears the name is whole. What a crash
 * leaves behind ends in `.tmp`.
 */
export async function writeWhole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${crypto().randomBytes(6).toString('hex')}.tmp`;
  try {
    await write(temporary);
    await settle(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Moves a finished file to `path`, durably; copies it where the two are on different disks. The source goes last. */
export async function moveWhole(source: string, path: string): Promise<void> {
  await settle(source);
  try {
    await rename(source, path);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await writeWhole(path, (temporary) => copyFile(source, temporary));
  }
}

/** The sha256 of a file, in hex, read in pieces. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = crypto().createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes })) hash.update(chunk);
  return hash.digest('hex');
}

/** Copies `from` to `to`, in pieces, and gives the sha256 of what was copied. `to` is an ordinary file that may be changed. */
export async function copyDigesting(from: string, to: string): Promise<string> {
  const hash = crypto().createHash('sha256');
  const output = await open(to, 'w');
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: pieceBytes })) {
      hash.update(chunk);
      await output.writeFile(chunk);
    }
  } finally {
    await output.close();
  }
  return hash.digest('hex');
}

/** Makes a folder and its parents; each that is new is on disk, by name, when this resolves. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await sync(dirname(made));
}

/** Has the kernel write a file, or a folder's list of names, to disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Size in bytes, or null when there is no such file. */
export async function bytesIn(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whether a file is there with these very bytes; false where it cannot be read. */
export function hasBytes(path: string, bytes: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

/** Read-only, and on disk. The name is not: that is for the folder's sync. */
async function settle(path: string): Promise<void> {
  await chmod(path, 0o444);
  await sync(path);
}
