import { varint } from './page-file.ts';

/** A value of a record. */
export type Column = string | number | null;

const integerBytes: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8 };

/** The columns of a record as SQLite keeps it; null for what is none, or holds what Pawl never keeps (blobs, fractions). */
export function columnsOf(record: Buffer): Column[] | null {
  const header = varint(record, 0);
  if (header === null || header.value > record.length) return null;
  const columns: Column[] = [];
  let at = header.value;
  for (let typeAt = header.next; typeAt < header.value; ) {
    const type = varint(record, typeAt);
    if (type === null) return null;
    typeAt = type.next;
    const width = integerBytes[type.value];
    if (type.value === 0) columns.push(null);
    else if (type.value === 8 || type.value === 9) columns.push(type.value - 8);
    else if (width !== undefined) {
      if (at + width > record.length) return null;
      columns.push(width === 8 ? Number(record.readBigInt64BE(at)) : record.readIntBE(at, width));
      at += width;
    } else if (type.value >= 13 && type.value % 2 === 1) {
      const length = (type.value - 13) / 2;
      if (at + length > record.length) return null;
      columns.push(record.toString('utf8', at, at + length));
      at += length;
    } else return null;
  }
  return columns;
}
