import type { Json } from '../model/json.ts';

/** A copy of a value with something else in place of each text and each key of an object. */
export function withTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withTexts(each, change));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [change(key), withTexts(inner, change)]));
}

/** A copy of a value with something else in place of each object for which `change` gives it (null = it stays, and is looked into). */
export function withObjects(value: Json, change: (object: { readonly [key: string]: Json }) => Json | null): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withObjects(each, change));
  const object = value as { readonly [key: string]: Json };
  const changed = change(object);
  if (changed !== null) return changed;
  return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, withObjects(inner, change)]));
}
