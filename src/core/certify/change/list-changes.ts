import { canonicalText } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import { effectsOf, type Material, type Resource } from '../world/material.ts';
import { at } from '../world/paging.ts';
import type { Edit } from '../world/world.ts';
import { type Change, change, withPlace } from './change.ts';
import { type Facts, factKey, textKind } from './field-facts.ts';
import { type List, placesIn } from './places.ts';

/** Each list of a recorded world with fewer, more, other and repeated entries, and in another order. */
export function listChanges(material: Material, base: number, facts: Facts): readonly Change[] {
  return (material.recorded[base]?.resources ?? []).flatMap((resource, index) =>
    resource.error === null ? placesIn(resource.tree).lists.flatMap((list) => changesOf(material, resource, index, list, facts)) : [],
  );
}

function changesOf(material: Material, resource: Resource, index: number, list: List, facts: Facts): readonly Change[] {
  const { rows, path, pattern } = list;
  // A row of columns is no list.
  if (/\[\]$/.test(pattern) && isColumns(resource.tree, path)) return [];
  const all = rows.map((_, each) => each);
  const arranged = (how: string, order: readonly number[], add: readonly Json[] = [], more: readonly Edit[] = []): Change =>
    change(more.length > 0 ? 'pages' : 'rows', `${resource.kind}${pattern}: ${how}`, `${index}/${path.join('/')}#`, {
      edits: [{ does: 'arrange', resource: index, path, order, add }, ...more],
    });
  const found: Change[] = [];
  if (rows.length > 0) found.push(arranged('empty', []));
  if (rows.length > 1)
    found.push(
      arranged('only the first', [0]),
      arranged('only the last', [rows.length - 1]),
      arranged('turned round', all.toReversed()),
      arranged('the first at the end', [...all.slice(1), 0]),
      arranged('without the first', all.slice(1)),
      arranged('the middle in front', [...all.filter((each) => each % 2 === 1), ...all.filter((each) => each % 2 === 0)]),
    );
  const text = opened(resource.tree, path);
  if (text !== null) {
    found.push(arranged('a blank line', all, ['']), arranged('a line that says nothing', all, ['???']));
    if (text === 'jsonl') found.push(arranged('a line cut short', all, ['{"a":']));
  }
  const others = rowsElsewhere(material, resource, list, facts);
  if (others.length > 0) {
    found.push(arranged('rows of other runs', all, others.slice(0, 4)), arranged('another row', all, others.slice(0, 1)));
    found.push(arranged('a row of another run in front', [], [...others.slice(4, 5), ...rows]));
  }
  if (rows.every((row) => typeof row === 'string') && text === null) {
    const given = givenTexts(material).filter((each) => !rows.includes(each));
    for (const each of given.slice(0, 8)) found.push(arranged(`with ${each}`, all, [each]));
    if (given.length > 1) found.push(arranged('with what runs gave', all, given.slice(0, 4)));
  }
  const twice = rows.slice(0, 3).map((row, each) => freshRow(row, resource, pattern, facts, each));
  for (const [each, row] of twice.entries())
    if (row !== null) found.push(arranged(`row ${each === 0 ? 'first' : 'later'} twice`, all, [row]));
  found.push(...longer(resource, index, list, others, facts, arranged));
  return found;
}

/** A list of more than a piece, and the same in smaller pieces where it is for the other side to say. */
function longer(
  { paging, kind, tree }: Resource,
  index: number,
  list: List,
  others: readonly Json[],
  facts: Facts,
  arranged: (how: string, order: readonly number[], add: readonly Json[], more: readonly Edit[]) => Change,
): readonly Change[] {
  const { rows } = list;
  if (paging === null || list.path.length > 0 || rows.length === 0) return [];
  const all = rows.map((_, each) => each);
  const size = paging.size ?? Math.max(2, Math.ceil(rows.length / 2));
  const resize: readonly Edit[] = [{ does: 'resize', resource: index, size }];
  const more: Json[] = [...others];
  for (let each = 0; more.length < size * 2 + 1 && each < size * 4; each++) {
    const row = freshRow(rows[each % rows.length] as Json, { kind, tree } as Resource, list.pattern, facts, each + 10);
    if (row !== null) more.push(row);
  }
  const upTo = (count: number): readonly Json[] => more.slice(0, Math.max(0, count - rows.length));
  return [
    ...(paging.size === null ? [arranged('in pieces', all, [], resize)] : []),
    arranged('a piece exactly', all.slice(0, size), upTo(size), resize),
    arranged('a piece and one more', all.slice(0, size + 1), upTo(size + 1), resize),
    arranged('two pieces exactly', all.slice(0, size * 2), upTo(size * 2), resize),
    arranged('two pieces and some', all, upTo(size * 2 + 1), resize),
  ];
}

/** Texts that stand in lists of what runs gave and wrote: what was written may be read again. */
function givenTexts({ recorded }: Material): readonly string[] {
  const given = recorded.flatMap(({ cassette: { outcome, calls } }) => [
    ...(outcome.ok ? [outcome.output] : []),
    ...effectsOf(calls).map(({ args }) => args as Json),
  ]);
  const texts = given.flatMap((value) =>
    placesIn(value).leaves.flatMap(({ value: text, path }) =>
      typeof text === 'string' && text !== '' && text.length <= 40 && typeof path.at(-1) === 'number' && path.length > 1 ? [text] : [],
    ),
  );
  return [...new Set(texts)];
}

/** Rows of the same list in other recordings, whose keys are not taken here. */
function rowsElsewhere(material: Material, resource: Resource, { pattern, rows }: List, facts: Facts): readonly Json[] {
  const found: Json[] = [];
  const keys = [...keyPaths(resource, pattern, facts)];
  const taken = new Set(rows.flatMap((row) => keys.map((key) => `${key.join('.')} ${canonicalText(at(row, key) ?? null)}`)));
  for (const { resources } of material.recorded) {
    for (const other of resources) {
      if (other.kind !== resource.kind || other === resource || other.error !== null) continue;
      for (const each of placesIn(other.tree).lists.filter((list) => list.pattern === pattern)) {
        for (const row of each.rows) {
          const own = keys.map((key) => `${key.join('.')} ${canonicalText(at(row, key) ?? null)}`);
          if (own.some((key) => taken.has(key)) || typeof row === 'string') continue;
          for (const key of own) taken.add(key);
          found.push(row);
          if (found.length === 24) return found;
        }
      }
    }
  }
  return found;
}

/** Where the keys of a row are. */
function* keyPaths(resource: Resource, pattern: string, facts: Facts): Generator<readonly (string | number)[]> {
  const inRow = `${factKey(resource.kind, pattern)}[]`;
  for (const [key, { isKey }] of facts) {
    if (!isKey || !key.startsWith(inRow)) continue;
    const rest = key.slice(inRow.length);
    if (!rest.includes('['))
      yield rest === ''
        ? []
        : rest
            .slice(1)
            .split('.')
            .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  }
}

/** The same row with keys that no other has; null where they cannot be made. */
function freshRow(row: Json, resource: Resource, pattern: string, facts: Facts, nth: number): Json | null {
  let fresh = row;
  for (const key of keyPaths(resource, pattern, facts)) {
    const known = facts.get(`${factKey(resource.kind, pattern)}[]${key.map((step) => `.${step}`).join('')}`);
    const value = at(row, key);
    if (known === undefined || value === undefined || value === null) continue;
    const made = freshKey(value, known.values, textKind(known), nth);
    if (made === null) return null;
    fresh = withPlace(fresh, key, made);
  }
  return fresh;
}

function freshKey(value: Json, seen: readonly (boolean | number | string)[], kind: string, nth: number): Json | null {
  if (typeof value === 'number') return Math.max(...seen.filter((each) => typeof each === 'number')) + 1 + nth;
  if (typeof value !== 'string') return null;
  if (kind === 'time' || kind === 'date') return value;
  if (/^\d+$/.test(value)) return String(Math.max(...seen.map(Number).filter((each) => !Number.isNaN(each))) + 1 + nth);
  // A number in it counts on; a word without one gets a letter more.
  const run = /\d+(?!.*\d)/.exec(value);
  if (run)
    return (
      value.slice(0, run.index) + String(Number(run[0]) + 40 + nth).padStart(run[0].length, '0') + value.slice(run.index + run[0].length)
    );
  return value.replace(/[a-z](?=[^a-z]*$)/i, (letter) => `${letter}${String.fromCharCode(97 + (nth % 26))}`);
}

function opened(tree: Json, path: readonly (string | number)[]): string | null {
  const holder = at(tree, path.slice(0, -1)) as { readonly $form?: string } | undefined;
  return path.at(-1) === 'rows' && holder?.$form !== undefined && holder.$form !== 'map' && holder.$form !== 'json' ? holder.$form : null;
}

const isColumns = (tree: Json, path: readonly (string | number)[]): boolean => opened(tree, path.slice(0, -1)) === 'columns';
