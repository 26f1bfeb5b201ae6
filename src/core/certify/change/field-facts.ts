import { canonicalText } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import type { Material } from '../world/material.ts';
import { placesIn } from './places.ts';

/** What all recordings tell of one field. */
export interface FieldFacts {
  /** Different values without null, in the order in which they were met. */
  readonly values: readonly (boolean | number | string)[];
  readonly seen: number;
  readonly nulls: number;
  /** No list had a value twice, and that says something. */
  readonly isKey: boolean;
}

/** By kind of resource and pattern. */
export type Facts = ReadonlyMap<string, FieldFacts>;

export const factKey = (kind: number, pattern: string): string => `${kind} ${pattern}`;

export function factsOf({ recorded }: Material): Facts {
  const gathered = new Map<
    string,
    { values: Map<string, Json>; seen: number; nulls: number; pairs: number; repeated: boolean; falls: boolean }
  >();
  for (const { resources } of recorded) {
    for (const { kind, tree } of resources) {
      const within = new Map<string, Set<string>>();
      for (const { pattern, value, row } of placesIn(tree).leaves) {
        const key = factKey(kind, pattern);
        const facts = gathered.get(key) ?? { values: new Map(), seen: 0, nulls: 0, pairs: 0, repeated: false, falls: false };
        gathered.set(key, facts);
        facts.seen += 1;
        if (value === null) {
          facts.nulls += 1;
          continue;
        }
        const text = canonicalText(value);
        facts.values.set(text, value);
        if (row === null) continue;
        const list = `${pattern} ${row.list.join('.')}`;
        const before = within.get(list) ?? new Set();
        within.set(list, before);
        facts.pairs += before.size;
        facts.repeated ||= before.has(text);
        const last = [...before].at(-1);
        if (isCount(value) && last !== undefined && Number(JSON.parse(last)) > Number(value)) facts.falls = true;
        before.add(text);
      }
    }
  }
  return new Map(
    [...gathered].map(([key, { values, seen, nulls, pairs, repeated, falls }]) => [
      key,
      {
        values: [...values.values()] as (boolean | number | string)[],
        seen,
        nulls,
        // So many pairs without an equal one: a field of few values would have had one. Amounts seldom repeat either, but do not grow
        // from row to row; and what is written in sentences names nothing.
        isKey:
          !repeated &&
          pairs >= 10 &&
          ![...values.values()].some((each) => typeof each === 'boolean' || /\s/.test(String(each))) &&
          (!falls || idNames.test(key)),
      },
    ]),
  );
}

/** A field that says by its name that it names the row. */
const idNames = /(?:[._]|^)(?:id|uuid|key|sha|hash|slug|nr|no)$|Id$/i;

const isCount = (value: Json): boolean => typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));

/** Members that some objects of a kind had and others did not, and how often each was there. */
export function optionalMembers({ recorded }: Material): ReadonlySet<string> {
  const counts = new Map<string, { objects: number; keys: Map<string, number> }>();
  for (const { resources } of recorded) {
    for (const { kind, tree } of resources) {
      for (const { pattern, keys } of placesIn(tree).objects) {
        const at = factKey(kind, pattern);
        const count = counts.get(at) ?? { objects: 0, keys: new Map<string, number>() };
        counts.set(at, count);
        count.objects += 1;
        for (const key of keys) count.keys.set(key, (count.keys.get(key) ?? 0) + 1);
      }
    }
  }
  const optional = new Set<string>();
  for (const [at, { objects, keys }] of counts) for (const [key, count] of keys) if (count < objects) optional.add(`${at}.${key}`);
  return optional;
}

/** What a text is, as far as all values of a field agree. */
export type TextKind = 'time' | 'date' | 'version' | 'email' | 'address' | 'digits' | 'choice' | 'word' | 'text';

export function textKind(facts: FieldFacts): TextKind {
  const texts = facts.values.filter((each) => typeof each === 'string');
  const all = (pattern: RegExp): boolean => texts.length > 0 && texts.every((each) => pattern.test(each));
  if (all(/^\d{4}-\d\d-\d\dT[\d:.]+Z?$/)) return 'time';
  if (all(/^\d{4}-\d\d-\d\d$/)) return 'date';
  if (all(/^[^\d\s]{0,2}\d+\.\d+(\.\d+)?$/)) return 'version';
  if (all(/^[^@\s]+@[^@\s]+$/)) return 'email';
  if (all(/^[a-z]+:\/\//)) return 'address';
  if (all(/^\d+$/)) return 'digits';
  if (texts.length <= 6 && facts.seen >= texts.length * 2 && all(/^[\w./-]{1,24}$/)) return 'choice';
  return all(/^\S{1,40}$/) ? 'word' : 'text';
}

export const isMillis = (value: Json, nowMs: number | null): boolean =>
  typeof value === 'number' && nowMs !== null && Math.abs(value - nowMs) < 20 * 365 * 86_400_000 && value > 1e11;
