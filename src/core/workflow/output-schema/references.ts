import type { JsonTree } from '../fields/json-tree.ts';

/** A schema that applies to the same value as the one that has it; `at` is the `$ref` that leads there, if one does. */
export interface Next {
  readonly schema: JsonTree;
  readonly at: JsonTree | null;
}

/** The part of a schema that a `$ref` names; null where there is none, or it lies outside. */
export function referenced(root: JsonTree, reference: string): JsonTree | null {
  const [head, ...names] = namesIn(reference);
  if (head !== '#') return null;
  let part: JsonTree | undefined = root;
  for (const name of names) part = part?.members.get(name)?.tree ?? part?.items[/^\d+$/.test(name) ? Number(name) : -1];
  return part ?? null;
}

function namesIn(reference: string): string[] {
  try {
    return decodeURIComponent(reference)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return [];
  }
}

/**
 * The first `$ref` by which a schema is asked about a value that it is still being asked about: checking would never end. Goes
 * through them with a list of its own, as a chain may have thousands.
 */
export function endlessReference(schemas: ReadonlyMap<JsonTree, readonly Next[]>): JsonTree | null {
  const done = new Set<JsonTree>();
  const open = new Set<JsonTree>();
  for (const start of schemas.keys()) {
    const path = [{ schema: start, at: null as JsonTree | null, taken: 0 }];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      open.add(last.schema);
      const next = done.has(last.schema) ? undefined : (schemas.get(last.schema) as readonly Next[])[last.taken++];
      if (next === undefined) {
        done.add(last.schema);
        open.delete(last.schema);
        path.pop();
      } else if (open.has(next.schema)) {
        // Parts lie within their schema, so that at least one step of the way round is a reference.
        return [...path, next].findLast(({ at }) => at !== null)?.at as JsonTree;
      } else path.push({ ...next, taken: 0 });
    }
  }
  return null;
}
