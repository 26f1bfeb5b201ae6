import { randomBytes } from 'node:crypto';
import { runIdAlphabet } from '../core/model/names.ts';

/** A fresh run id: four characters, unique by the journal's refusal of one that is taken. */
export function newRunId(length = 4): string {
  let id = '';
  while (id.length < length) {
    const [byte] = randomBytes(1) as unknown as [number];
    // 31 * 8 = 248: bytes above would make some characters likelier than others.
    if (byte < runIdAlphabet.length * 8) id += runIdAlphabet[byte % runIdAlphabet.length];
  }
  return id;
}

export const newRunToken = (): string => randomBytes(12).toString('hex');
