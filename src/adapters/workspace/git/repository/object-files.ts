import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { objectFoldersOf } from '../place/object-folders.ts';
import { oidBytesOf, type Place } from '../place/place.ts';

/** A repository with more packs than this is asked through git. */
const packLimit = 20;

/** Bytes before the names in the index of a pack (version 2): its mark, then for each first byte how many names go up to there. */
const countsAt = 8;
const namesAt = countsAt + 256 * 4;

/** Whether an object lies in the repository itself. false also where that is not plain to see: git may know it all the same. */
export const hasObjectFile = (place: Place, oid: string): boolean =>
  objectFoldersOf(place).some((objects) => isIn(objects, oid, oidBytesOf(place)));

function isIn(objects: string, oid: string, oidBytes: number): boolean {
  const loose = statSync(join(objects, oid.slice(0, 2), oid.slice(2)), { throwIfNoEntry: false });
  if (loose !== undefined) return loose.isFile() && loose.size > 0;
  try {
    const indexes = readdirSync(join(objects, 'pack')).filter((name) => name.endsWith('.idx'));
    return indexes.length <= packLimit && indexes.some((name) => isInPack(join(objects, 'pack', name), Buffer.from(oid, 'hex'), oidBytes));
  } catch {
    // A pack that went away meanwhile, or one that cannot be read.
    return false;
  }
}

function isInPack(index: string, oid: Buffer, oidBytes: number): boolean {
  const pack = statSync(`${index.slice(0, -'.idx'.length)}.pack`, { throwIfNoEntry: false });
  const { size } = statSync(index);
  if (!pack?.isFile() || size < namesAt) return false;
  const file = openSync(index, 'r');
  try {
    const head = bytesAt(file, 0, namesAt);
    if (head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2) return false;
    const first = oid.readUInt8(0);
    const from = first === 0 ? 0 : head.readUInt32BE(countsAt + (first - 1) * 4);
    const to = head.readUInt32BE(countsAt + first * 4);
    if (to < from || namesAt + to * oidBytes > size) return false;
    const names = bytesAt(file, namesAt + from * oidBytes, (to - from) * oidBytes);
    for (let at = names.indexOf(oid); at >= 0; at = names.indexOf(oid, at + 1)) if (at % oidBytes === 0) return true;
    return false;
  } finally {
    closeSync(file);
  }
}

function bytesAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}
