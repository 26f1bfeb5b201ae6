import { statfsSync } from 'node:fs';

/** What the system said of a write stands at the end of a line of git's. */
const said = /(^|[: ])(No space left on device|Disk quota exceeded|Read-only file system|File too large)$/;
/** This it says of reading too, where a single file of the user's cannot be read. */
const failing = /(unable to (write|create)|write error).*: Input\/output error$/;

/** So little room is none: git needs more for an index of a few files. */
const noRoomBytes = 64 * 1024;

/** The line of git's words from which one sees that the storage gave out; null where none says so. */
export const storageLine = (words: string): string | null =>
  words
    .split('\n')
    .map((line) => line.trim())
    .find((line) => said.test(line) || failing.test(line)) ?? null;

/** Whether the disk of a folder is full. Git does not tell of every write why it failed ("unable to write new index file"). */
export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < noRoomBytes;
  } catch {
    return false;
  }
}
