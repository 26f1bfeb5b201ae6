import { closeSync, existsSync, fsync, linkSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ancestorsOf } from '../paths/byte-path.ts';
import type { Place } from '../place/place.ts';
import { hasObjectFile } from '../repository/object-files.ts';
import { hasRefFiles, isRefName, type RefsByName, readPackedRefs } from './ref-files.ts';

/** A full ref name and the object it is to hold. */
export type NewRef = readonly [name: string, oid: string];

/**
 * Makes refs that are not there yet, below refs/pawl/<run>/; gives those that it has left to git. Each is a file that is on disk,
 * whole, before a link gives it its name: nobody sees half of one, and one that somebody made meanwhile stands. No lock
 * is needed for that, so none can be left behind by a process that dies here.
 *
 * Left to git is whatever is not plain: refs that are no files, a repository whose files are shared among users, an
 * object that is not seen at once, a name that is taken, locked or in the way of another.
 */
export async function makeRefs(place: Place, refs: readonly NewRef[]): Promise<readonly NewRef[]> {
  const made = await attempted(async () => {
    const packed = isPlain(place) ? readPackedRefs(place) : null;
    return packed === null ? [] : await Promise.all(refs.map((ref, at) => attempted(() => makeRef(place, ref, at, packed))));
  });
  return refs.filter((_, at) => made?.[at] !== true);
}

/** Whatever the file system refuses here, git will be refused too, and say so. */
async function attempted<T>(make: () => Promise<T>): Promise<T | null> {
  try {
    return await make();
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code === 'string') return null;
    throw error;
  }
}

/** A folder that a group may write to is of a repository that is shared: git gives its files other bits than they would get here. */
const isPlain = (place: Place): boolean => hasRefFiles(place) && (statSync(join(place.commonDir, 'refs')).mode & 0o2020) === 0;

async function makeRef(place: Place, [name, oid]: NewRef, at: number, packed: RefsByName): Promise<boolean> {
  if (!/^refs\/pawl\/[^/]+\/(?:held\/)?[^/]+$/.test(name) || !isRefName(name)) return false;
  const path = join(place.commonDir, name);
  if (!hasObjectFile(place, oid) || isInTheWay(packed, name) || existsSync(`${path}.lock`) || existsSync(path)) return false;
  const ready = join(place.shadowDir, `new-ref-${at}`);
  rmSync(ready, { force: true });
  const file = openSync(ready, 'wx', 0o666);
  try {
    writeSync(file, `${oid}\n`);
    await new Promise<void>((resolve, reject) => fsync(file, (error) => (error ? reject(error) : resolve())));
  } finally {
    closeSync(file);
  }
  try {
    mkdirSync(dirname(path), { recursive: true });
    linkSync(ready, path);
  } finally {
    rmSync(ready, { force: true });
  }
  return true;
}

/** Whether a packed ref stands where a folder must be, or below the name. In files the system itself refuses that. */
function isInTheWay(packed: RefsByName, name: string): boolean {
  const bytes = Buffer.from(name).toString('latin1');
  return [...ancestorsOf(bytes)].some((folder) => packed.has(folder)) || [...packed.keys()].some((other) => other.startsWith(`${bytes}/`));
}
