import type { Json } from '../../model/json.ts';
import { isObject } from '../world/unfolded.ts';

export type Path = readonly (string | number)[];

/** A value inside of what a world holds that has no parts. */
export interface Leaf {
  readonly path: Path;
  /** The path with each place in a list as `[]`: what all rows have in common. */
  readonly pattern: string;
  readonly value: null | boolean | number | string;
  /** The innermost list that it is in, and its place there; null = none. */
  readonly row: { readonly list: Path; readonly at: number } | null;
}

export interface List {
  readonly path: Path;
  readonly pattern: string;
  readonly rows: readonly Json[];
}

export interface Members {
  readonly path: Path;
  readonly pattern: string;
  readonly keys: readonly string[];
  readonly row: Leaf['row'];
}

export interface Places {
  readonly leaves: readonly Leaf[];
  readonly lists: readonly List[];
  readonly objects: readonly Members[];
}

/** Parts of an opened text that say how it is written, and no data. */
const ofForm = new Set(['$form', 'end', 'indent', 'separator']);

/** All places of a tree, from the outside in. */
export function placesIn(tree: Json): Places {
  const found = { leaves: [] as Leaf[], lists: [] as List[], objects: [] as Members[] };
  visit(tree, [], null, found);
  return found;
}

function visit(value: Json, path: Path, row: Leaf['row'], found: { leaves: Leaf[]; lists: List[]; objects: Members[] }): void {
  const pattern = patternOf(path);
  if (Array.isArray(value)) {
    found.lists.push({ path, pattern, rows: value });
    // A list right in a list is a row of columns, and what is in it is of that row.
    const isRow = typeof path.at(-1) === 'number';
    for (const [at, each] of value.entries()) visit(each, [...path, at], isRow ? row : { list: path, at }, found);
  } else if (isObject(value)) {
    const isOpened = '$form' in value;
    const keys = Object.keys(value).filter((key) => !(isOpened && ofForm.has(key)));
    if (!isOpened) found.objects.push({ path, pattern, keys, row });
    for (const key of keys) visit(value[key] as Json, [...path, key], row, found);
  } else found.leaves.push({ path, pattern, value: value as Leaf['value'], row });
}

/** In rows of columns a place in the row is a column: `rows[].2`. */
export const patternOf = (path: Path): string =>
  path.map((step, at) => (typeof step === 'number' ? (typeof path[at - 1] === 'number' ? `.${step}` : '[]') : `.${step}`)).join('');
