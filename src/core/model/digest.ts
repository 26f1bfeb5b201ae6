import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The sha256 of a text's UTF-8 bytes, in lower-case hex (64 characters). */
export const digestOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
