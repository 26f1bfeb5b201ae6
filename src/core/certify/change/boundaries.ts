import type { Json } from '../../model/json.ts';
import type { Compared, TracedRun } from '../replay-batch.ts';
import type { Material } from '../world/material.ts';
import { type Change, change } from './change.ts';
import { isEnvelope } from './field-changes.ts';
import { type Facts, factKey } from './field-facts.ts';
import { type Leaf, placesIn } from './places.ts';
import type { Variable } from './variables.ts';

/** By how many of its steps a variable is moved to see what comparisons it moves. */
export const probeSteps = 1;

/**
 * Where comparisons turn. `base` is a run in a world, `probed` are runs in the same world with one variable a step further. What a
 * comparison has on its sides is taken to be linear in the variable: so a sum, or a moment before now by so many days, is met exactly.
 */
export function boundaryChanges(
  base: TracedRun,
  probed: readonly { readonly variable: Variable; readonly run: TracedRun }[],
): readonly Change[] {
  const found = new Map<string, Change>();
  const before = bySite(base.compared);
  for (const { variable, run } of probed) {
    for (const [site, after] of bySite(run.compared)) {
      const own = before.get(site) ?? [];
      if (own.length !== after.length) continue;
      const told = new Set<number>();
      for (const [at, one] of own.entries()) {
        const [from, to] = [distance(one), distance(after[at] as Compared)];
        if (from === null || to === null || from === to) continue;
        const exact = variable.value - (from * variable.step * probeSteps) / (to - from);
        for (const [how, value] of around(exact, variable.step)) {
          if (value === variable.value || told.has(value)) continue;
          const key = `${variable.name} ${site} ${how}`;
          // Of the rows of a list one tells as much as all.
          const made = found.has(key) ? null : variable.set(value, `${how} at ${site}`);
          if (made === null) continue;
          told.add(value);
          found.set(key, made);
        }
        if (told.size > 8) break;
      }
    }
  }
  return [...found.values()];
}

function around(exact: number, step: number): readonly (readonly [string, number])[] {
  const whole = Math.round(exact / step) * step;
  const isMet = Math.abs(exact - whole) < step * 1e-6;
  return isMet
    ? [
        ['met', whole],
        ['above', whole + step],
        ['below', whole - step],
      ]
    : [
        ['above', Math.ceil(exact / step) * step],
        ['below', Math.floor(exact / step) * step],
      ];
}

function bySite(compared: readonly Compared[]): ReadonlyMap<string, readonly Compared[]> {
  const sites = new Map<string, Compared[]>();
  for (const each of compared) {
    const known = sites.get(each.site);
    if (known) known.push(each);
    else sites.set(each.site, [each]);
  }
  return sites;
}

/** How far the sides of a comparison are apart, of numbers and of moments written as text; null = it is no matter of more and less. */
function distance({ left, right }: Compared): number | null {
  if (typeof left === 'number' && typeof right === 'number') {
    const apart = left - right;
    return Number.isFinite(apart) ? apart : null;
  }
  if (typeof left !== 'string' || typeof right !== 'string' || !moment.test(left) || !moment.test(right)) return null;
  const apart = Date.parse(left) - Date.parse(right);
  return Number.isNaN(apart) ? null : apart;
}

const moment = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;

/** Values that texts are compared with, put where one side of the comparison came from: what a field is asked to be, to begin or to end with. */
export function textChanges(material: Material, base: number, facts: Facts, compared: readonly Compared[]): readonly Change[] {
  const found = new Map<string, Change>();
  const resources = material.recorded[base]?.resources ?? [];
  const leaves = resources.flatMap(({ tree, kind, error }, resource) =>
    error === null
      ? placesIn(tree).leaves.flatMap((leaf) => {
          const isKey = facts.get(factKey(kind, leaf.pattern))?.isKey ?? false;
          return typeof leaf.value === 'string' && !isEnvelope(leaf) ? [{ leaf, resource, kind, isKey }] : [];
        })
      : [],
  );
  for (const { site, sign, left, right } of compared) {
    if (typeof left !== 'string' || typeof right !== 'string' || left === right) continue;
    for (const { leaf, resource, kind, isKey } of leaves) {
      for (const [how, value] of turned(sign, leaf.value as string, left, right)) {
        const key = `${kind}${leaf.pattern} ${site} ${how}`;
        // What names a row is not given another row's name.
        if (isKey && how.startsWith('as ')) continue;
        if (value === leaf.value || found.has(`${key} 1`)) continue;
        found.set(found.has(key) ? `${key} 1` : key, textChange(resource, kind, leaf, value, `${how} at ${site}`));
      }
    }
  }
  return [...found.values()];
}

const textChange = (resource: number, kind: number, leaf: Leaf, value: Json, how: string): Change =>
  change('boundary', `${kind}${leaf.pattern}: ${how}`, `${resource}/${leaf.path.join('/')}`, {
    edits: [{ does: 'set', resource, path: leaf.path, value }],
    without: leaf.row && { does: 'drop', resource, path: [...leaf.row.list, leaf.row.at] },
  });

/** What a text would have to be for a comparison that it takes part in to come out the other way. */
function turned(sign: string, own: string, left: string, right: string): readonly (readonly [string, string])[] {
  switch (sign) {
    case '===':
    case '!==':
    case '==':
    case '!=':
    case '=':
    case '<>':
      return own === left ? [[`as ${right}`, right]] : own === right ? [[`as ${left}`, left]] : [];
    case 'startsWith':
      if (!own.endsWith(left) && own !== left) return [];
      return left.startsWith(right)
        ? [['without its beginning', own.slice(0, own.length - left.length) + left.slice(right.length)]]
        : [['with the beginning', own.slice(0, own.length - left.length) + right + left]];
    case 'endsWith':
      if (!own.endsWith(left)) return [];
      return left.endsWith(right) ? [['without its end', own.slice(0, own.length - right.length)]] : [['with the end', own + right]];
    case 'includes':
    case 'indexOf':
      if (own !== left) return [];
      return left.includes(right) ? [['without a part', own.replace(right, '')]] : [['with a part', `${own} ${right}`]];
    default:
      return [];
  }
}
