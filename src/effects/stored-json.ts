import { answerForm } from '../core/effects/answer-form.ts';
import { canonicalText } from '../core/model/canonical-json.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import { ok, type Result } from '../core/model/result.ts';
import { inlineLimitBytes, type Value } from '../core/model/value.ts';
import type { Blobs } from '../ports/blobs.ts';

/** Canonical JSON as a value of an event: in it where it is short, else a blob. */
export async function storedJson(blobs: Blobs, text: string): Promise<Result<Value, Failure>> {
  if (text.length <= inlineLimitBytes && Buffer.byteLength(text) <= inlineLimitBytes) return ok({ text });
  const bytes = Buffer.from(text);
  const put = await blobs.put(bytes);
  return put.ok ? ok({ blob: put.value, bytes: bytes.length }) : put;
}

/** The JSON that a value of an effect event holds. */
export async function jsonOf(blobs: Blobs, value: Value): Promise<Result<Json, Failure>> {
  if ('text' in value) return ok(JSON.parse(value.text));
  const bytes = await blobs.get(value.blob);
  return bytes.ok ? ok(JSON.parse(Buffer.from(bytes.value).toString())) : bytes;
}

/** What code is given for a value of the journal: the JSON itself, or handles where that is too large. */
export async function answeredJson(blobs: Blobs, value: Value): Promise<Result<Json, Failure>> {
  const json = await jsonOf(blobs, value);
  if (!json.ok || 'text' in value) return json;
  return ok(answerForm(json.value, canonicalText(json.value), value.bytes, value.blob));
}
