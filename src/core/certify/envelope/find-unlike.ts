import type { Json } from '../../model/json.ts';
import { quoted } from '../../model/shown-text.ts';
import type { Finding } from './finding.ts';
import { kindOf, parsedJson } from './learn-shape.ts';
import type { ListShape, NumberShape, ObjectShape, Shape, TextShape } from './shape.ts';

/** What may differ from what was seen is another question for inputs than for answers. Each gives why it may not; null = it may. */
export interface Leeway {
  readonly number: (seen: NumberShape, value: number, path: string) => string | null;
  readonly text: (seen: TextShape, value: string) => string | null;
  readonly list: (seen: ListShape, length: number) => string | null;
  readonly isUnknownFine: boolean;
  /** A member that was in this many objects and in each of them is missed. */
  readonly always: number;
  /** Places that are not looked at. */
  readonly passes: (path: string) => boolean;
}

/** Everything in a value that is not like what was seen. */
export function unlike(shape: Shape, value: Json, leeway: Leeway, path = '$'): Finding[] {
  if (leeway.passes(path)) return [];
  const kind = kindOf(value);
  if (!shape.kinds.includes(kind)) return [{ path, why: `is ${named[kind]}, where it was always ${kindsText(shape)}` }];
  if (typeof value === 'number') return told(path, leeway.number(shape.numbers as NumberShape, value, path));
  if (typeof value === 'string') return unlikeText(shape.texts as TextShape, value, leeway, path);
  if (Array.isArray(value)) return unlikeList(shape.lists as ListShape, value, leeway, path);
  if (value === null || typeof value === 'boolean') return [];
  return unlikeObject(shape.objects as ObjectShape, value as { readonly [key: string]: Json }, leeway, path);
}

const named = { null: 'null', boolean: 'true or false', number: 'a number', text: 'a text', list: 'a list', object: 'an object' } as const;

const kindsText = ({ kinds }: Shape): string => kinds.map((kind) => named[kind]).join(' or ');

const told = (path: string, why: string | null): Finding[] => (why === null ? [] : [{ path, why }]);

function unlikeText(seen: TextShape, value: string, leeway: Leeway, path: string): Finding[] {
  if (seen.json === undefined) return told(path, leeway.text(seen, value));
  const inner = parsedJson(value);
  return inner === null ? [{ path, why: 'is no JSON, where it always was' }] : unlike(seen.json, inner, leeway, path);
}

function unlikeList(seen: ListShape, value: readonly Json[], leeway: Leeway, path: string): Finding[] {
  const why = leeway.list(seen, value.length);
  if (why !== null) return [{ path, why }];
  const { items } = seen;
  // All were empty: nothing is known of what could be in it.
  if (items === undefined) return value.length === 0 ? [] : [{ path, why: 'has something in it, where it was always empty' }];
  return value.flatMap((each, at) => unlike(items, each, leeway, `${path}[${at}]`));
}

function unlikeObject({ seen, members, map }: ObjectShape, value: { readonly [key: string]: Json }, leeway: Leeway, path: string) {
  const entries = Object.entries(value);
  if (map !== undefined) return entries.flatMap(([name, inner]) => unlike(map, inner, leeway, `${path}${memberPath(name)}`));
  const missed = Object.entries(members)
    .filter(([name, { present }]) => present === seen && seen >= leeway.always && !Object.hasOwn(value, name))
    .map(([name]) => ({ path: `${path}${memberPath(name)}`, why: 'is not there, where it always was' }));
  const found = entries.flatMap(([name, inner]) => {
    const at = `${path}${memberPath(name)}`;
    if (Object.hasOwn(members, name)) return unlike((members[name] as { shape: Shape }).shape, inner, leeway, at);
    return leeway.isUnknownFine ? [] : [{ path: at, why: 'is there, where it never was' }];
  });
  return [...missed.filter(({ path: at }) => !leeway.passes(at)), ...found];
}

const memberPath = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${quoted(name)}]`);
