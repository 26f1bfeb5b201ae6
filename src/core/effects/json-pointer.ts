import type { Json } from '../model/json.ts';

/** The parts of a JSON Pointer (RFC 6901), or null for what is none. '' is the whole. */
export function pointerParts(pointer: string): string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** One part as it stands in a pointer. */
export const pointerPart = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** What a pointer leads to; undefined where there is nothing. Never what an object only inherits. */
export function atPointer(value: Json, pointer: string): Json | undefined {
  let here: Json | undefined = value;
  for (const part of pointerParts(pointer) ?? [null]) here = part === null ? undefined : memberOf(here, part);
  return here;
}

/** The value with something else where the pointer leads; the same value where that is nothing. */
export function withAtPointer(value: Json, parts: readonly string[], put: Json): Json {
  const [first, ...rest] = parts;
  if (first === undefined) return put;
  const inner = memberOf(value, first);
  if (inner === undefined) return value;
  const changed = withAtPointer(inner, rest, put);
  if (Array.isArray(value)) return value.with(Number(first), changed);
  // `fromEntries` makes own members of all keys, `__proto__` too.
  return Object.fromEntries(Object.entries(value as object).map(([key, old]) => [key, key === first ? changed : old]));
}

function memberOf(value: Json | undefined, part: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(part) ? value[Number(part)] : undefined;
  return Object.hasOwn(value, part) ? (value as { readonly [key: string]: Json })[part] : undefined;
}
