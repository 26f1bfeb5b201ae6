import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { inlineLimitBytes, type Value } from '../core/model/value.ts';
import type { Blobs } from '../ports/blobs.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes as a value: inline where they are short and UTF-8, else a blob. */
export async function valueOf(blobs: Blobs, bytes: Uint8Array): Promise<Result<Value, Failure>> {
  if (bytes.length <= inlineLimitBytes) {
    try {
      return ok({ text: strict.decode(bytes) });
    } catch {
      // Not UTF-8: the bytes are kept as they are.
    }
  }
  const put = await blobs.put(bytes);
  return put.ok ? ok({ blob: put.value, bytes: bytes.length }) : put;
}

/** A value's text, decoded with replacement where it is no UTF-8. */
export async function textOf(blobs: Blobs, value: Value): Promise<Result<string, Failure>> {
  if ('text' in value) return ok(value.text);
  const bytes = await blobs.get(value.blob);
  return bytes.ok ? ok(lenient.decode(bytes.value)) : fail(bytes.failure);
}
