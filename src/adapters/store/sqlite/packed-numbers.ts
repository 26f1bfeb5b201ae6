import { endianness } from 'node:os';

const swaps = endianness() === 'BE';

/** Whole numbers of 16 bits as a file keeps them, the lesser byte first on every machine. */
export function bytesOf(numbers: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return swaps ? Buffer.from(bytes).swap16() : bytes;
}

/** The numbers again, without a copy where they lie as they must. */
export function numbersOf(bytes: Uint8Array): Uint16Array {
  const aligned = bytes.byteOffset % 2 === 0 && !swaps ? bytes : Uint8Array.from(bytes);
  if (swaps) Buffer.from(aligned.buffer).swap16();
  return new Uint16Array(aligned.buffer, aligned.byteOffset, bytes.byteLength / 2);
}
