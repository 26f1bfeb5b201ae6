const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The base64 characters that these bytes decide alone when `before` (0 to 2) other bytes stand before them in their group of three:
 * those at the edges that other bytes decide too are left out, and so is padding. Found wherever they are encoded as a part of more.
 */
export function base64Core(bytes: Uint8Array, before: number): string {
  let text = '';
  // The bits of the first character that the bytes share with what stands before them.
  let skip = (6 - ((before * 8) % 6)) % 6;
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    if (skip > 0) {
      bits -= skip;
      skip = 0;
    }
    for (; bits >= 6; bits -= 6) text += alphabet[(held >> (bits - 6)) & 63];
    held &= (1 << bits) - 1;
  }
  return text;
}

/** Base64 as URLs and file names have it. */
export const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

/** Two lower-case hex digits a byte, with `between` between the bytes. */
export const hexOf = (bytes: Uint8Array, between: string): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(between);
