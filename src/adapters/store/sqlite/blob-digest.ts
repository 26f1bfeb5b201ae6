import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Node's own digests, loaded when they are first needed: that takes 7 ms, and most runs in which nothing of note changes digest no
 * more than a record.
 */
export const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');

/** Up to here a digest in JavaScript is sooner there, cold as it is (20 µs for 64 bytes). */
const shortBytes = 4096;

/** The sha256 of bytes, in hex. */
export const digestOf = (bytes: Uint8Array): string =>
  bytes.length <= shortBytes ? bytesToHex(sha256(bytes)) : crypto().createHash('sha256').update(bytes).digest('hex');
