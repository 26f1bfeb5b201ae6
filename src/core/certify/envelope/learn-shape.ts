import type { Json } from '../../model/json.ts';
import { type Kind, kinds, type ListShape, type NumberShape, type ObjectShape, type Shape, type TextShape } from './shape.ts';
import { formOf } from './text-form.ts';

/** More different values than this are no enumeration. */
const mostValues = 16;

export function kindOf(value: Json): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : (typeof value as 'boolean' | 'number' | 'object');
}

/** What these values are like, taken together. */
export function shapeOf(values: readonly Json[]): Shape {
  const of = (kind: Kind) => values.filter((value) => kindOf(value) === kind);
  const [numbers, texts] = [of('number') as number[], of('text') as string[]];
  const [lists, objects] = [of('list') as (readonly Json[])[], of('object') as { readonly [key: string]: Json }[]];
  return {
    seen: values.length,
    kinds: kinds.filter((kind) => of(kind).length > 0),
    ...(numbers.length > 0 && { numbers: numberShape(numbers) }),
    ...(texts.length > 0 && { texts: textShape(texts) }),
    ...(lists.length > 0 && { lists: listShape(lists) }),
    ...(objects.length > 0 && { objects: objectShape(objects) }),
  };
}

/** Nearly each of them is another one. Of a few that cannot be said. */
const isVaried = (seen: number, different: number): boolean => seen >= 5 && different >= 0.8 * seen;

function numberShape(numbers: readonly number[]): NumberShape {
  const values = [...new Set(numbers)].sort((one, other) => one - other);
  const sizes = values.filter((value) => value !== 0).map(Math.abs);
  return {
    seen: numbers.length,
    lowest: values[0] as number,
    highest: values.at(-1) as number,
    least: sizes.length === 0 ? null : sizes.reduce((one, other) => Math.min(one, other)),
    isWhole: values.every(Number.isInteger),
    isVaried: isVaried(numbers.length, values.length),
    ...(values.length <= mostValues && { values }),
  };
}

function textShape(texts: readonly string[]): TextShape {
  const values = [...new Set(texts)].sort();
  const lengths = values.map(({ length }) => length).sort((one, other) => one - other);
  const form = formOf(values.filter((text) => text !== ''));
  const parsed = texts.map(parsedJson);
  const isJson = parsed.every((value) => value !== null);
  return {
    seen: texts.length,
    shortest: lengths[0] as number,
    longest: lengths.at(-1) as number,
    ...(!isJson && values.length <= mostValues && !isVaried(texts.length, values.length) && { values }),
    ...(form !== null && { form }),
    ...(isJson && { json: shapeOf(parsed) }),
  };
}

/** An object or a list that a text is as JSON; null = it is neither. */
export function parsedJson(text: string): Json {
  // Most texts are not meant to be JSON, and throwing for each is slow.
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function listShape(lists: readonly (readonly Json[])[]): ListShape {
  const lengths = lists.map(({ length }) => length).sort((one, other) => one - other);
  const items = lists.flat();
  return {
    seen: lists.length,
    shortest: lengths[0] as number,
    longest: lengths.at(-1) as number,
    ...(items.length > 0 && { items: shapeOf(items as Json[]) }),
  };
}

function objectShape(objects: readonly { readonly [key: string]: Json }[]): ObjectShape {
  const found = new Map<string, Json[]>();
  for (const object of objects)
    for (const [name, value] of Object.entries(object)) {
      const values = found.get(name);
      if (values === undefined) found.set(name, [value]);
      else values.push(value);
    }
  const always = [...found.values()].filter(({ length }) => length === objects.length).length;
  // Names of things come and go; names of fields mostly stay.
  if (objects.length >= 3 && found.size >= 4 && always * 4 < found.size)
    return { seen: objects.length, members: {}, map: shapeOf([...found.values()].flat()) };
  const members = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    seen: objects.length,
    members: Object.fromEntries(members.map(([name, values]) => [name, { present: values.length, shape: shapeOf(values) }])),
  };
}
