import { closeSync, openSync, readSync } from 'node:fs';
import { runIdAlphabet } from '../../core/model/names.ts';

/** A fresh run id: four characters, unique by the journal's refusal of one that is taken. */
export function newRunId(length = 4): string {
  let id = '';
  while (id.length < length) {
    const byte = randomBytes(1).readUInt8(0);
    // 31 * 8 = 248: bytes above would make some characters likelier than others.
    if (byte < runIdAlphabet.length * 8) id += runIdAlphabet[byte % runIdAlphabet.length];
  }
  return id;
}

export const newRunToken = (): string => randomBytes(12).toString('hex');

/** From the kernel, as Node's crypto has them: to load that for a few bytes takes 7 ms. */
function randomBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  try {
    const source = openSync('/dev/urandom', 'r');
    try {
      if (readSync(source, bytes, 0, count, null) === count) return bytes;
    } finally {
      closeSync(source);
    }
  } catch {
    // A system or a container without it.
  }
  return process.getBuiltinModule('node:crypto').randomBytes(count);
}
