import type { Json } from '../../model/json.ts';

/** Every text in a value, keys left out, in order. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
