/*
 * Git's ref names are bytes. Most are UTF-8 and are handled as that text; a byte that is not part of UTF-8 becomes the lone
 * surrogate U+DC00 + byte (as in Python's surrogateescape), which survives JSON and is that byte again for git. Latin-1 for all
 * would show every other name wrongly, and could not read the names in older records.
 */

/** Text of names that git printed or that a file holds. */
export function refNameOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes('\ufffd')) return text;
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    name += length === 0 ? String.fromCharCode(0xdc00 + (bytes[at] as number)) : bytes.toString('utf8', at, at + length);
    at += length || 1;
  }
  return name;
}

/** How many bytes the character at `at` has; 0 where there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] as number;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const part = bytes.subarray(at, at + length);
  return part.length === length && Buffer.from(part.toString('utf8')).equals(part) ? length : 0;
}

/** The bytes of text that `refNameOf` gave, alone or within other text. */
export function refNameBytes(text: string): Buffer {
  if (isPlainRefName(text)) return Buffer.from(text);
  return Buffer.concat([...text].map((char) => (isEscaped(char) ? Buffer.from([char.charCodeAt(0) - 0xdc00]) : Buffer.from(char))));
}

/** Whether a name is UTF-8, so that it can be an argument of a program. */
export const isPlainRefName = (name: string): boolean => !/\p{Surrogate}/u.test(name);

const isEscaped = (char: string): boolean => /^[\udc80-\udcff]$/.test(char);
