import type { Json } from '../../model/json.ts';
import type { Material } from '../world/material.ts';
import { at } from '../world/paging.ts';
import { type Change, change } from './change.ts';
import { type Facts, factKey, optionalMembers } from './field-facts.ts';
import { valuesFor } from './field-values.ts';
import { type Leaf, placesIn } from './places.ts';

/** Each field of each row of a recorded world with each value that it might have as well. */
export function fieldChanges(material: Material, base: number, facts: Facts, named: readonly string[]): readonly Change[] {
  const recorded = material.recorded[base];
  const optional = optionalMembers(material);
  const found: Change[] = [];
  const columns = new Map<string, Change[]>();
  for (const [resource, { kind, tree, error }] of (recorded?.resources ?? []).entries()) {
    if (error !== null) continue;
    const { leaves, objects } = placesIn(tree);
    for (const leaf of leaves) {
      if (isEnvelope(leaf)) continue;
      const known = facts.get(factKey(kind, leaf.pattern));
      if (known === undefined) continue;
      const others = leaf.row === null ? [] : othersOf(tree, leaf);
      const name = String(leaf.path.at(-1));
      for (const { kind: changeKind, how, value, isHarsh } of valuesFor({
        ...leaf,
        facts: known,
        others,
        named,
        name,
        nowMs: recorded?.nowMs ?? null,
      })) {
        const one = change(changeKind, `${kind}${leaf.pattern}: ${how}`, `${resource}/${leaf.path.join('/')}`, {
          edits: [{ does: 'set', resource, path: leaf.path, value }],
          without: leaf.row && { does: 'drop', resource, path: [...leaf.row.list, leaf.row.at] },
          isHarsh,
        });
        found.push(one);
        if (leaf.row === null || known.isKey || !(changeKind === 'absent' || everywhere.test(how))) continue;
        const place = [resource, ...leaf.row.list].join('/');
        columns.set(`${place} ${one.tag}`, [...(columns.get(`${place} ${one.tag}`) ?? []), one]);
      }
    }
    for (const { path, pattern, keys, row } of objects) {
      for (const key of keys) {
        const isOptional = optional.has(`${factKey(kind, pattern)}.${key}`);
        // What was always there is what code may count on: without it two that do the same need not do the same.
        if (!isOptional) continue;
        found.push(
          change('absent', `${kind}${pattern}.${key}: missing`, `${resource}/${[...path, key].join('/')}`, {
            edits: [{ does: 'unset', resource, path: [...path, key] }],
            without: row && { does: 'drop', resource, path: [...row.list, row.at] },
          }),
        );
      }
    }
  }
  for (const [at, all] of columns) if (all.length > 1) found.push(inAllRows(at, all as [Change, ...Change[]]));
  return found;
}

/** Values that say something when all rows have them. */
const everywhere = /^(?:0|turned|padded|below 0|(?:as seen|named): .*)$/;

const inAllRows = (at: string, [first, ...others]: readonly [Change, ...Change[]]): Change => ({
  ...first,
  tag: `${first.tag}, everywhere`,
  place: at.split(' ', 1)[0] as string,
  edits: [first, ...others].flatMap(({ edits }) => edits),
  without: null,
});

/** What says how an answer went, rather than what it says: failures change it. */
export const isEnvelope = ({ path }: Pick<Leaf, 'path'>): boolean =>
  path.length === 1 && /^(?:status|code|ok|exit_?code|stderr)$/i.test(String(path[0]));

function othersOf(tree: Json, { path, row }: Leaf): readonly Json[] {
  if (row === null) return [];
  const rest = path.slice(row.list.length + 1);
  const rows = (at(tree, row.list) ?? []) as readonly Json[];
  return rows.flatMap((each, index) => {
    const other = index === row.at ? undefined : at(each, rest);
    return other === undefined ? [] : [other];
  });
}
