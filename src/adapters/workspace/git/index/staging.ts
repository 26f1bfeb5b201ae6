import { linkSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oidBytesOf, type Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';
import { systemCode } from '../trouble.ts';
import { recordedTree } from './index-file.ts';
import { ownCopyPath, takeLock } from './index-lock.ts';

/*
 * The user's staging area is one file, and is put back as one: its bytes hold what no tree can (intent-to-add,
 * assume-unchanged, conflicts). Its mtime goes with it: git takes a file that is older than the index for unchanged, so an
 * index that is put back with a newer time would hide the user's own edits of the same second.
 */

/** The user's index as it stands. `bytes` is null where there is none yet. */
export interface Staging {
  readonly bytes: Buffer | null;
  readonly mtimeMs: number;
  /** Files that a split index leans on, by name. */
  readonly shared: ReadonlyMap<string, Buffer>;
}

export async function readStaging(place: Place): Promise<Staging> {
  const path = join(place.gitDir, 'index');
  try {
    const before = await stat(path);
    const bytes = await readFile(path);
    const shared = new Map<string, Buffer>();
    if (isSplit(bytes)) {
      for (const name of readdirSync(place.gitDir))
        if (/^sharedindex\.[0-9a-f]+$/.test(name)) shared.set(name, await readFile(join(place.gitDir, name)));
    }
    return { bytes, mtimeMs: before.mtimeMs, shared };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { bytes: null, mtimeMs: 0, shared: new Map() };
    throw error;
  }
}

/** The extension "link" near the end, or anywhere: a false alarm costs one folder listing. */
const isSplit = (bytes: Buffer): boolean => bytes.subarray(-200).includes('link') || bytes.subarray(0, 400).includes('link');

/** Writes an index to a private place, with the time that its entries are to be judged by. */
export async function writeCopy(path: string, bytes: Buffer, mtimeMs: number): Promise<void> {
  await writeFile(path, bytes);
  await setTime(path, mtimeMs);
}

/** One millisecond early, because a time that was rounded up would hide edits; early only means that git looks twice. */
async function setTime(path: string, mtimeMs: number): Promise<void> {
  const seconds = (Math.floor(mtimeMs) - 1) / 1000;
  if (mtimeMs > 1) await utimes(path, seconds, seconds);
}

/** Puts an index in place through git's own lock file, so that no git program is overtaken. */
export async function putStaging(place: Place, staging: Staging): Promise<void> {
  const index = join(place.gitDir, 'index');
  const lock = `${index}.lock`;
  const ready = ownCopyPath(place);
  for (const [name, bytes] of staging.shared) await writeFile(join(place.gitDir, name), bytes, { flag: 'wx' }).catch(ifNot('EEXIST'));
  await rm(ready, { force: true });
  if (staging.bytes === null) {
    await writeFile(ready, '');
  } else {
    const file = await open(ready, 'wx', 0o644);
    await file.writeFile(staging.bytes);
    await file.sync();
    await file.close();
    const mode = await stat(index)
      .then((present) => present.mode & 0o777)
      .catch(() => 0o644);
    const made = await open(ready, 'r');
    await made.chmod(mode);
    await made.close();
    await setTime(ready, staging.mtimeMs);
  }
  // Without a pause between the two: a lock that a killed process left stops the user until the run is taken up or undone.
  await takeLock(place, async () => {
    linkSync(ready, lock);
    if (staging.bytes === null) {
      rmSync(index, { force: true });
      rmSync(lock, { force: true });
    } else {
      renameSync(lock, index);
    }
  });
  await rm(ready, { force: true });
}

function ifNot(code: string): (error: unknown) => void {
  return (error) => {
    if (systemCode(error) !== code) throw error;
  };
}

/**
 * A tree that holds every staged blob against gc. Conflicts have no tree, so their blobs go into a flat one by number.
 * `scratch` is a private file that becomes a copy of the index.
 */
export async function treeOfStaging(git: Git, place: Place, staging: Staging, scratch: string): Promise<string | null> {
  if (staging.bytes === null) return null;
  const recorded = recordedTree(staging.bytes, oidBytesOf(place));
  if (recorded !== null) return recorded;
  // With a time of 0 git takes no entry for racy. It would read racy ones again to write the copy's index, through whatever clean
  // filter a step has configured since.
  await writeFile(scratch, staging.bytes);
  await utimes(scratch, 0, 0);
  const written = await git.user(place, ['write-tree', '--missing-ok'], { indexFile: scratch, answers: [128] });
  if (written.code === 0) return written.stdout.toString().trim();
  const listed = await git.user(place, ['ls-files', '-s', '-z'], { indexFile: scratch, answers: [128] });
  // Git itself cannot read this index any more. Its bytes are kept all the same, and it must not stop a restore.
  if (listed.code !== 0) return null;
  const rows = listed.stdout
    .toString('latin1')
    .split('\0')
    .filter((row) => /^100/.test(row) || /^120/.test(row));
  const flat = rows.map((row, at) => `100644 blob ${row.split(' ')[1]}\t${String(at).padStart(8, '0')}\0`).join('');
  return (await git.user(place, ['mktree', '-z', '--missing'], { stdin: flat })).stdout.toString().trim();
}
