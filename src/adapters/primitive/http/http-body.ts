import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Json } from '../../../core/model/json.ts';

/** What code gives as a body: one of these, or nothing. */
export interface BodyOptions {
  readonly json?: Json;
  readonly text?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly bytes?: { readonly $blob: string };
}

/** The bytes that are sent and what they are; null for no body. */
export function bodyOf({ json, text, form, bytes }: BodyOptions): { readonly bytes: Uint8Array; readonly type: string } | null {
  if (json !== undefined) return { bytes: Buffer.from(JSON.stringify(json)), type: 'application/json' };
  if (text !== undefined) return { bytes: Buffer.from(text), type: 'text/plain; charset=utf-8' };
  if (form !== undefined)
    return { bytes: Buffer.from(new URLSearchParams({ ...form }).toString()), type: 'application/x-www-form-urlencoded' };
  if (bytes !== undefined) return { bytes: Buffer.from(bytes.$blob, 'base64'), type: 'application/octet-stream' };
  return null;
}

/** Of servers that compress though they were asked not to. Throws for what is none, or unpacks to more than so many bytes. */
export function unpacked(bytes: Buffer, encoding: string, limitBytes: number): Buffer {
  const options = { maxOutputLength: limitBytes };
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, options);
    case 'deflate':
      return inflateSync(bytes, options);
    case 'br':
      return brotliDecompressSync(bytes, options);
    default:
      return bytes;
  }
}

/** A body as code reads it: JSON where the answer says that it is some, else text where it is UTF-8, else bytes. `as` decides otherwise. */
export function readBody(bytes: Buffer, type: string, as: 'json' | 'text' | 'bytes' | undefined): Json {
  if (as === 'bytes') return { $blob: bytes.toString('base64') };
  if (as === 'text') return bytes.toString();
  const text = utf8(bytes);
  if (text === null) return { $blob: bytes.toString('base64') };
  if (as !== 'json' && !/[/+]json\b/i.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
