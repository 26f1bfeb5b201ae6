import { canonicalText } from '../model/canonical-json.ts';
import type { Json } from '../model/json.ts';
import { atPointer, pointerPart } from './json-pointer.ts';

/** A result whose canonical JSON is longer, in bytes, is given to code as handles. */
export const handleLimitBytes = 1024 * 1024;

/** No result may be longer: it is all in memory several times over. */
export const resultLimitBytes = 64 * 1024 * 1024;

/** Texts in such a result that are longer than this, in UTF-16 units, become handles of their own; what is around them stays as it is. */
const longTextChars = 64 * 1024;

const shownChars = 1000;

/** So much of what a handle stands for is read at once, in UTF-16 units. */
export const sliceLimitChars = 256 * 1024;

/**
 * What code is given for a result that is too large: the same with `{ "$handle": id, chars, slice }` in place of each long text, or of
 * the whole where that does not help. `slice` is how it begins; the rest is read by `ctx.handle.slice(id, from, to)`. Bytes are read as
 * base64, which the handle says. `digest` names the blob that holds the whole, as canonical JSON `text` of `bytes` bytes. The same
 * from the journal as when it happened.
 */
export function answerForm(value: Json, text: string, bytes: number, digest: string): Json {
  if (bytes <= handleLimitBytes) return value;
  const shorter = withHandles(value, digest, '');
  return canonicalText(shorter).length <= handleLimitBytes ? shorter : handle(`${digest}#`, text);
}

/** The blob and the place in it that a handle names; null for what is no handle's id. */
export function handleParts(id: string): { readonly digest: string; readonly pointer: string } | null {
  const [, digest, pointer] = /^([0-9a-f]{64})#(.*)$/s.exec(id) ?? [];
  return digest === undefined ? null : { digest, pointer: pointer as string };
}

/** The text that a handle stands for: a text as it is, all else as canonical JSON. undefined where there is none in it. */
export function handleText(whole: Json, pointer: string): string | undefined {
  const value = atPointer(whole, pointer);
  return value === undefined || typeof value === 'string' ? value : canonicalText(value);
}

/** A part of a text, by UTF-16 units. A cut never goes through a character: it moves before it, so that parts side by side are the whole. */
export const sliceOf = (text: string, from: number, to: number): string => text.slice(cutAt(text, from), cutAt(text, to));

const cutAt = (text: string, at: number): number =>
  /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, at - 1), at + 1)) ? at - 1 : at;

function withHandles(value: Json, digest: string, pointer: string): Json {
  if (typeof value === 'string') return value.length > longTextChars ? handle(`${digest}#${pointer}`, value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each, at) => withHandles(each, digest, `${pointer}/${at}`));
  const members = Object.entries(value);
  const [first] = members;
  if (first?.[0] === '$blob' && typeof first[1] === 'string' && first[1].length > longTextChars)
    return { ...handle(`${digest}#${pointer}/$blob`, first[1]), base64: true };
  return Object.fromEntries(members.map(([key, inner]) => [key, withHandles(inner, digest, pointer + pointerPart(key))]));
}

const handle = (id: string, text: string) => ({ $handle: id, chars: text.length, slice: sliceOf(text, 0, shownChars) });
