import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readWal } from './wal-file.ts';

/**
 * The pages of a database as they lie on the disk, each in its newest committed content, with nothing taken on trust: a length or a
 * page number that cannot be is an answer of null. https://sqlite.org/fileformat2.html
 */
export class PageFile {
  readonly pageSize: number;
  /** The highest page number there may be. */
  readonly lastPage: number;
  readonly #usable: number;
  readonly #file: number | null;
  readonly #fileBytes: number;
  readonly #wal: number | null;
  readonly #inWal: ReadonlyMap<number, number>;

  /** Fails like `openSync` where a file is there and cannot be read. */
  constructor(path: string) {
    const wal = readWal(`${path}-wal`);
    this.#file = opened(path);
    this.#wal = wal === null ? null : opened(`${path}-wal`);
    this.#inWal = wal?.pages ?? new Map();
    this.#fileBytes = this.#file === null ? 0 : fstatSync(this.#file).size;
    const header = Buffer.alloc(100);
    if (this.#file !== null) readSync(this.#file, header, 0, 100, 0);
    const isHeader = header.toString('latin1', 0, 16) === 'SQLite format 3\0';
    const said = header.readUInt16BE(16);
    const saidSize = said === 1 ? 65_536 : said;
    const isSize = isHeader && saidSize >= 512 && (saidSize & (saidSize - 1)) === 0;
    this.pageSize = wal?.pageSize ?? (isSize ? saidSize : 4096);
    this.#usable = this.pageSize - (isHeader ? header.readUInt8(20) : 0);
    // reduce, not Math.max(...): a log may hold more pages than a call takes arguments.
    const highest = [...this.#inWal.keys()].reduce((most, page) => Math.max(most, page), 0);
    this.lastPage = Math.max(Math.ceil(this.#fileBytes / this.pageSize), highest);
  }

  /** A page's bytes; null where there is none. A last page that was cut short is filled up with zeros. */
  page(number: number): Buffer | null {
    if (!Number.isInteger(number) || number < 1 || number > this.lastPage) return null;
    const bytes = Buffer.alloc(this.pageSize);
    const at = this.#inWal.get(number);
    if (at !== undefined && this.#wal !== null) readSync(this.#wal, bytes, 0, bytes.length, at);
    else if (this.#file === null || (number - 1) * this.pageSize >= this.#fileBytes) return null;
    else readSync(this.#file, bytes, 0, bytes.length, (number - 1) * this.pageSize);
    return bytes;
  }

  /** The records of a b-tree page, each whole, with what its overflow pages hold; what is no such page has none. */
  *records(number: number): Generator<{ readonly cell: number; readonly payload: Buffer; readonly rowid: number | null }> {
    const page = this.page(number);
    if (page === null) return;
    const start = number === 1 ? 100 : 0;
    const kind = page.readUInt8(start);
    // Interior pages of an index hold records too; those of a table only keys.
    if (kind !== 0x02 && kind !== 0x0a && kind !== 0x0d) return;
    const pointers = start + (kind === 0x02 ? 12 : 8);
    const count = page.readUInt16BE(start + 3);
    for (let cell = 0; cell < count && pointers + 2 * cell + 2 <= page.length; cell++) {
      const at = page.readUInt16BE(pointers + 2 * cell) + (kind === 0x02 ? 4 : 0);
      const record = at < pointers ? null : this.#recordAt(page, at, kind === 0x0d);
      if (record !== null) yield { cell, ...record };
    }
  }

  /** One record that `records` gave. */
  recordOf(number: number, cell: number): Buffer | null {
    for (const record of this.records(number)) if (record.cell === cell) return record.payload;
    return null;
  }

  /** The pages that hold nothing any more, by the list in the header; as many as it can be followed to. */
  freePages(): Set<number> {
    const free = new Set<number>();
    const header = this.page(1);
    if (header === null || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') return free;
    for (let trunk = header.readUInt32BE(32); trunk !== 0 && !free.has(trunk); ) {
      const page = this.page(trunk);
      if (page === null) break;
      free.add(trunk);
      const count = Math.min(page.readUInt32BE(4), this.pageSize / 4 - 2);
      for (let leaf = 0; leaf < count; leaf++) free.add(page.readUInt32BE(8 + 4 * leaf));
      trunk = page.readUInt32BE(0);
    }
    return free;
  }

  close(): void {
    for (const file of [this.#file, this.#wal]) if (file !== null) closeSync(file);
  }

  #recordAt(page: Buffer, start: number, isTable: boolean): { payload: Buffer; rowid: number | null } | null {
    const size = varint(page, start);
    if (size === null || size.value > this.lastPage * this.pageSize) return null;
    const row = isTable ? varint(page, size.next) : null;
    if (isTable && row === null) return null;
    const at = row?.next ?? size.next;
    const rowid = row?.value ?? null;
    const most = isTable ? this.#usable - 35 : Math.floor(((this.#usable - 12) * 64) / 255) - 23;
    if (size.value <= most) return at + size.value > page.length ? null : { payload: page.subarray(at, at + size.value), rowid };
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const fitting = least + ((size.value - least) % (this.#usable - 4));
    const local = fitting <= most ? fitting : least;
    if (at + local + 4 > page.length) return null;
    const parts = [page.subarray(at, at + local)];
    let missing = size.value - local;
    for (let next = page.readUInt32BE(at + local); missing > 0; ) {
      const overflow = this.page(next);
      if (overflow === null) return null;
      const part = overflow.subarray(4, 4 + Math.min(missing, this.#usable - 4));
      parts.push(part);
      // Ends: each page of the chain, even one that is there twice, takes some of a length that is bounded by the file's.
      missing -= part.length;
      next = overflow.readUInt32BE(0);
    }
    return { payload: Buffer.concat(parts), rowid };
  }
}

/** A number of one to nine bytes, seven bits each, and where it ends; null where the bytes end before, or it cannot be a size. */
export function varint(bytes: Buffer, start: number): { readonly value: number; readonly next: number } | null {
  let value = 0;
  for (let at = start; at < Math.min(bytes.length, start + 8); at++) {
    const byte = bytes[at] as number;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return Number.isSafeInteger(value) ? { value, next: at + 1 } : null;
  }
  return null;
}

function opened(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
