import type { Json } from '../../model/json.ts';
import { placesIn } from '../change/places.ts';
import { isObject } from './unfolded.ts';

/** Places whose objects have names of things as keys, rather than names of fields: by kind of resource and pattern. */
export function mapsIn(resources: readonly { readonly kind: number; readonly tree: Json }[]): ReadonlySet<string> {
  const seen = new Map<string, { objects: number; keys: Map<string, number> }>();
  for (const { kind, tree } of resources) {
    for (const { pattern, keys } of placesIn(tree).objects) {
      const at = `${kind} ${pattern}`;
      const counts = seen.get(at) ?? { objects: 0, keys: new Map<string, number>() };
      seen.set(at, counts);
      counts.objects += 1;
      for (const key of keys) counts.keys.set(key, (counts.keys.get(key) ?? 0) + 1);
    }
  }
  const maps = new Set<string>();
  for (const [at, { objects, keys }] of seen) {
    const constant = [...keys.values()].filter((count) => count === objects).length;
    if (objects > 2 && keys.size > 2 && constant * 2 < keys.size) maps.add(at);
  }
  return maps;
}

/** A tree in which such objects are lists of key and value, so that they can be changed as lists are. */
export function withMaps(value: Json, maps: ReadonlySet<string>, at: string): Json {
  if (Array.isArray(value)) {
    const inner = value as readonly Json[];
    const isRow = at.endsWith(']');
    return inner.map((each, index) => withMaps(each, maps, isRow ? `${at}.${index}` : `${at}[]`));
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, inner]) => [key, withMaps(inner, maps, `${at}.${key}`)] as const);
  if (!maps.has(at) || '$form' in value) return Object.fromEntries(members);
  return { $form: 'map', rows: members.map(([key, inner]) => ({ key, value: inner })) };
}
