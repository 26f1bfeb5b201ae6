import type { Json } from '../../model/json.ts';
import type { Material } from '../world/material.ts';
import { isObject } from '../world/unfolded.ts';
import { type Change, change } from './change.ts';
import type { Posed } from './deck.ts';
import { isEnvelope } from './field-changes.ts';
import { allowed } from './input-changes.ts';
import { type Leaf, type Path, placesIn } from './places.ts';

/** Something of a recorded world that can be set to any number of a kind: a parameter, a count, an amount, a moment. */
export interface Variable {
  /** What it is, over all rows. */
  readonly name: string;
  readonly place: string;
  readonly value: number;
  /** The smallest step that its form can show. */
  readonly step: number;
  /** A change that sets it; null where its form or schema does not allow it. */
  readonly set: (value: number, how: string) => Change | null;
}

/** The variables that matter in a changed world: the parameters, and what was changed. */
export function variablesIn(material: Material, base: number, { world, changes }: Posed, schema: Json): readonly Variable[] {
  const found: Variable[] = inputVariables(schema, world.input, []);
  for (const { edits, tag } of changes) {
    for (const edit of edits) {
      const resource = edit.does === 'set' ? material.recorded[base]?.resources[edit.resource] : undefined;
      if (edit.does !== 'set' || resource === undefined) continue;
      const leaf: Leaf = { path: edit.path, pattern: `${tag} `, value: edit.value as Leaf['value'], row: rowOf(edit.path) };
      found.push(...leafVariables(edit.resource, resource.kind, leaf));
    }
  }
  return found;
}

function rowOf(path: Path): Leaf['row'] {
  const at = path.findLastIndex((step) => typeof step === 'number');
  return at < 0 ? null : { list: path.slice(0, at), at: path[at] as number };
}

/** The variables of a recorded world; of the rows of a list the first `rows`. */
export function variablesOf(material: Material, base: number, schema: Json, rows: number): readonly Variable[] {
  const recorded = material.recorded[base];
  if (!recorded) return [];
  const found: Variable[] = inputVariables(schema, recorded.cassette.input, []);
  for (const [resource, { kind, tree, error }] of recorded.resources.entries()) {
    if (error !== null) continue;
    for (const leaf of placesIn(tree).leaves) {
      if ((leaf.row !== null && leaf.row.at >= rows) || isEnvelope(leaf)) continue;
      found.push(...leafVariables(resource, kind, leaf));
    }
  }
  return found;
}

function leafVariables(resource: number, kind: number, leaf: Leaf): readonly Variable[] {
  return numbersIn(leaf.value).map(({ value, step, written, part }) => {
    const name = `${kind}${leaf.pattern}${part}`;
    const place = `${resource}/${leaf.path.join('/')}`;
    return {
      name,
      place,
      value,
      step,
      set: (number, how) => {
        const made = written(number);
        return made === null ? null : change('boundary', `${name}: ${how}`, place, settingOf(resource, leaf, made));
      },
    };
  });
}

const settingOf = (resource: number, leaf: Leaf, value: Json): Partial<Change> => ({
  edits: [{ does: 'set', resource, path: leaf.path, value }],
  without: leaf.row && { does: 'drop', resource, path: [...leaf.row.list, leaf.row.at] },
});

function inputVariables(schema: Json, value: Json, path: Path): Variable[] {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => inputVariables(properties[name] ?? {}, inner, [...path, name]));
  if (typeof value !== 'number') return [];
  const name = path.join('.');
  return [
    {
      name,
      place: `input/${path.join('/')}`,
      value,
      step: 1,
      set: (number, how) =>
        allowed(schema as Parameters<typeof allowed>[0], number)
          ? change('boundary', `${name}: ${how}`, `input/${path.join('/')}`, { input: [{ path, value: number }] })
          : null,
    },
  ];
}

interface Numbered {
  readonly value: number;
  readonly step: number;
  /** Which number of several; '' where there is one. */
  readonly part: string;
  readonly written: (value: number) => Json | null;
}

/** The numbers that a value holds: itself, the moment that it names, runs of digits in it. */
function numbersIn(value: Leaf['value']): readonly Numbered[] {
  if (typeof value === 'number') return [{ value, step: 1, part: '', written: (each) => (Number.isFinite(each) ? each : null) }];
  if (typeof value !== 'string') return [];
  if (/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(value)) {
    const ms = Date.parse(value);
    if (Number.isNaN(ms)) return [];
    const step = value.length <= 10 ? 86_400_000 : /\.\d{3}Z$/.test(value) ? 1 : 1000;
    return [{ value: ms, step, part: '', written: (each) => momentText(each, value.length) }];
  }
  return [...value.matchAll(/\d+/g)].slice(0, 4).map(({ 0: run, index }, at) => ({
    value: Number(run),
    step: 1,
    part: run === value ? '' : `#${at}`,
    written: (each) =>
      Number.isInteger(each) && each >= 0
        ? value.slice(0, index) + String(each).padStart(run.startsWith('0') ? run.length : 0, '0') + value.slice(index + run.length)
        : null,
  }));
}

function momentText(ms: number, length: number): string | null {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8e15) return null;
  const whole = new Date(ms).toISOString();
  return length === 20 ? `${whole.slice(0, 19)}Z` : whole.slice(0, length);
}
