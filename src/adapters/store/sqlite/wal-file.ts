import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * The write-ahead log as it lies on the disk, read by ourselves: at a sum that does not fit SQLite takes the log to end there, and
 * says nothing of what stands behind it. https://sqlite.org/fileformat2.html#walformat
 */
export interface Wal {
  readonly pageSize: number;
  /** Where the newest committed content of a page lies in the file, by page number. */
  readonly pages: ReadonlyMap<number, number>;
  /** What is wrong with it other than that its end was cut off; null when nothing is. */
  readonly trouble: string | null;
  /** Bytes of a last append that never became whole, which SQLite drops. */
  readonly tornBytes: number;
}

/** So often a log is looked at before it is called damaged. */
const looks = 6;
const betweenLooksMs = 20;
const pause = new Int32Array(new SharedArrayBuffer(4));

const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;

type Sum = readonly [number, number];

interface Frame {
  readonly offset: number;
  readonly page: number;
  readonly ends: boolean;
  /** Whether it is of this generation of the log: those that an earlier one left behind it have other salts. */
  readonly ours: boolean;
  /** Whether its sum follows from that of the frame before it, as that one states it. */
  readonly fits: boolean;
}

/**
 * Reads a log; null when there is none. A frame that does not fit is the torn end of an append that nobody was told of, unless a
 * later transaction follows: that one was begun only after this frame was on the disk.
 */
export function readWal(path: string): Wal | null {
  const file = openFile(path);
  if (file === null) return null;
  try {
    // A writer that begins the log anew while it is read leaves the old one behind the new: what was read is of neither. And a page that
    // was being written as it was read, while those behind it were read a moment later, looks like damage that is gone at a second look.
    for (let tried = 1; ; tried++) {
      const header = headerOf(file);
      const wal = walIn(file, header);
      const isSettled = headerOf(file).equals(header) && (wal === null || wal.trouble === null);
      if (tried === looks || isSettled) return wal;
      Atomics.wait(pause, 0, 0, betweenLooksMs);
    }
  } finally {
    closeSync(file);
  }
}

function walIn(file: number, header: Buffer): Wal | null {
  const { size } = fstatSync(file);
  if (size === 0 || size === headerBytes) return null;
  if (size < headerBytes) return { pageSize: 4096, pages: new Map(), trouble: null, tornBytes: size };
  const bigEndian = (header.readUInt32BE(0) & 1) === 1;
  const said = header.readUInt32BE(8);
  const isPageSize = said >= 512 && said <= 65_536 && (said & (said - 1)) === 0;
  const pageSize = isPageSize ? said : 4096;
  const sum = sumOf(header.subarray(0, 24), [0, 0], bigEndian);
  const isMagic = (header.readUInt32BE(0) & ~1) >>> 0 === magic;
  if (!isMagic || !isPageSize || sum[0] !== header.readUInt32BE(24) || sum[1] !== header.readUInt32BE(28)) {
    return headless(pageSize, [...frames(file, size, pageSize, null, [0, 0], false)]);
  }
  const all = [...frames(file, size, pageSize, header.subarray(16, 24), sum, bigEndian)];
  return judged(pageSize, all, (size - headerBytes) % (frameHeaderBytes + pageSize));
}

function headerOf(file: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  readSync(file, header, 0, headerBytes, 0);
  return header;
}

/** All frames of a log. Without `salts` each counts as one of this generation. */
function* frames(file: number, size: number, pageSize: number, salts: Buffer | null, first: Sum, bigEndian: boolean): Generator<Frame> {
  const bytes = Buffer.alloc(frameHeaderBytes + pageSize);
  let before = first;
  for (let at = headerBytes; at + bytes.length <= size; at += bytes.length) {
    readSync(file, bytes, 0, bytes.length, at);
    const ours = salts === null || bytes.subarray(8, 16).equals(salts);
    const stated: Sum = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    const sum = ours ? sumOf(bytes.subarray(frameHeaderBytes), sumOf(bytes.subarray(0, 8), before, bigEndian), bigEndian) : stated;
    const fits = ours && sum[0] === stated[0] && sum[1] === stated[1];
    yield { offset: at + frameHeaderBytes, page: bytes.readUInt32BE(0), ends: bytes.readUInt32BE(4) !== 0, ours, fits };
    before = stated;
  }
}

/** `rest`: bytes of a frame that the file ends within. */
function judged(pageSize: number, all: readonly Frame[], rest: number): Wal {
  const firstBad = all.findIndex(({ fits }) => !fits);
  const whole = firstBad < 0 ? all : all.slice(0, firstBad);
  const bad = firstBad < 0 ? [] : all.slice(firstBad);
  // Of the first one that does not fit only what it says itself tells whether a commit ended there.
  const commits = bad.filter(({ ends, fits }, index) => ends && (fits || index === 0)).length;
  const broken = commits > 1 && bad.slice(1).some(({ fits }) => fits);
  const lastKept = (broken ? all : whole).findLastIndex(({ fits, ends }) => fits && ends);
  const pages = pagesOf(all.slice(0, lastKept + 1));
  const cut = all.slice(lastKept + 1).findIndex(({ ours }) => !ours);
  const torn = cut < 0 ? all.length - lastKept - 1 : cut;
  return {
    pageSize,
    pages,
    trouble: broken ? `of its ${all.length} pages number ${firstBad + 1} is not what was written, and commits follow it` : null,
    tornBytes: broken ? 0 : torn * (frameHeaderBytes + pageSize) + (cut < 0 ? rest : 0),
  };
}

/** A log whose first 32 bytes are not what was written: SQLite takes it for none. */
function headless(pageSize: number, all: readonly Frame[]): Wal {
  const kept = all.slice(0, all.findLastIndex(({ fits, ends }) => fits && ends) + 1);
  const trouble = kept.length > 0 ? 'it does not begin as a log does, and there are commits in it' : null;
  return { pageSize, pages: pagesOf(kept), trouble, tornBytes: 0 };
}

const pagesOf = (kept: readonly Frame[]): Map<number, number> =>
  new Map(kept.filter(({ fits }) => fits).map(({ page, offset }) => [page, offset]));

/** SQLite's sum of two words at a time: each word is added to the other's sum. */
function sumOf(bytes: Buffer, [first, second]: Sum, bigEndian: boolean): Sum {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [a, b] = [first, second];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + words.getUint32(at, !bigEndian) + b) >>> 0;
    b = (b + words.getUint32(at + 4, !bigEndian) + a) >>> 0;
  }
  return [a, b];
}

function openFile(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
