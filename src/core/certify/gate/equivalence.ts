import { canonicalText } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import { callKey } from '../call-key.ts';
import type { Outcome, RecordedCall } from '../cassette.ts';
import { effectsOf } from '../world/material.ts';
import { isObject } from '../world/unfolded.ts';
import type { Contract, Equivalence } from './contract.ts';

/** A run, wherever it was made. */
export interface Run {
  readonly outcome: Outcome;
  readonly calls: readonly RecordedCall[];
}

/** Where two runs differ first; null = they do the same under the contract. */
export type Difference =
  | { readonly in: 'ending'; readonly one: string; readonly other: string }
  | { readonly in: 'output'; readonly path: string }
  | { readonly in: 'effects'; readonly at: number };

/** Whether two runs do the same: end alike, give what counts as equal, and have the same effects. Errors are compared by their codes. */
export function difference(one: Run, other: Run, contract: Contract): Difference | null {
  const [a, b] = [one.outcome, other.outcome];
  if (a.ok !== b.ok || (!a.ok && !b.ok && a.error !== b.error)) return { in: 'ending', one: ending(a), other: ending(b) };
  if (a.ok && b.ok) {
    const path = outputDifference(a.output, b.output, contract.equivalence, '$');
    if (path !== null) return { in: 'output', path };
  }
  const at = effectDifference(one.calls, other.calls, contract.order);
  return at === null ? null : { in: 'effects', at };
}

const ending = (outcome: Outcome): string => (outcome.ok ? 'a result' : outcome.error);

/** The first path at which two outputs are not equal as the rules say; null = they are. A missing member is as null. */
export function outputDifference(one: Json, other: Json, rules: Contract['equivalence'], path: string): string | null {
  const rule = rules[path] ?? 'exact';
  if (rule === 'ignore') return null;
  if (Array.isArray(one) && Array.isArray(other)) return listDifference(one, other, rules, path, rule);
  if (isObject(one) && isObject(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = outputDifference(one[key] ?? null, other[key] ?? null, rules, `${path}.${key}`);
      if (found !== null) return found;
    }
    return null;
  }
  return alike(one, other, rule) ? null : path;
}

function listDifference(one: readonly Json[], other: readonly Json[], rules: Contract['equivalence'], path: string, rule: Equivalence) {
  if (rule === 'set' || rule === 'multiset') {
    const [a, b] = [one, other].map((list) => {
      const texts = list.map((each) => canonicalText(each)).sort();
      return (rule === 'set' ? [...new Set(texts)] : texts).join('\n');
    });
    return a === b ? null : path;
  }
  if (one.length !== other.length) return path;
  for (const [at, each] of one.entries()) {
    const found = outputDifference(each, other[at] as Json, rules, `${path}[]`);
    if (found !== null) return found;
  }
  return null;
}

function alike(one: Json, other: Json, rule: Equivalence): boolean {
  if (typeof rule === 'object' && typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= rule.tolerance + 1e-9;
  if (rule === 'normalised' && typeof one === 'string' && typeof other === 'string') return normalised(one) === normalised(other);
  return canonicalText(one) === canonicalText(other);
}

const normalised = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** A run is held against many others. */
const keys = new WeakMap<RecordedCall, string>();

function keyOnce(call: RecordedCall): string {
  const known = keys.get(call);
  if (known !== undefined) return known;
  const key = callKey(call.primitive, call.args);
  keys.set(call, key);
  return key;
}

function effectDifference(one: readonly RecordedCall[], other: readonly RecordedCall[], order: Contract['order']): number | null {
  const [a, b] = [one, other].map((calls) => {
    const told = effectsOf(calls).map(keyOnce);
    return order === 'any' ? told.sort() : told;
  }) as [string[], string[]];
  for (let at = 0; at < Math.max(a.length, b.length); at++) if (a[at] !== b[at]) return at;
  return null;
}
