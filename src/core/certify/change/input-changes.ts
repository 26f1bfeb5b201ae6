import { canonicalText } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import type { Material } from '../world/material.ts';
import { isObject } from '../world/unfolded.ts';
import { mentions } from '../world/world.ts';
import { type Change, change } from './change.ts';
import type { Path } from './places.ts';

/** As much of JSON Schema as values are made by. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly items?: Schema;
}

export interface InputQuestion {
  readonly schema: Json;
  readonly material: Material;
  readonly base: number;
  /** Texts that code and contract name. */
  readonly named: readonly string[];
  /** Texts and keys in what the recording read. */
  readonly held: readonly string[];
  /** Lengths of lists there. */
  readonly lengths: readonly number[];
}

/** Each parameter with each value that the schema allows and that may be of account. */
export function inputChanges(question: InputQuestion): readonly Change[] {
  const input = question.material.recorded[question.base]?.cassette.input ?? null;
  return membersOf(question.schema as Schema, input, [], question);
}

function membersOf(schema: Schema, value: Json, path: Path, question: InputQuestion): readonly Change[] {
  const found = valueChanges(schema, value, path, question);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const own = isObject(value) ? value[name] : undefined;
    if (own !== undefined) found.push(...membersOf(inner, own, [...path, name], question));
    if (!(schema.required ?? []).includes(name)) found.push(...missing(inner, own, [...path, name]));
  }
  return found;
}

function missing(schema: Schema, value: Json | undefined, path: Path): readonly Change[] {
  if (value !== undefined) return [moving(path, 'missing', undefined, [])];
  const made =
    schema.enum?.[0] ?? (schema.type === 'string' ? 'some' : schema.type === 'boolean' ? true : schema.type === 'array' ? [] : 1);
  return [moving(path, 'given', made, [])];
}

const moving = (path: Path, how: string, value: Json | undefined, moved: Change['moved'], isHarsh = false): Change =>
  change('parameter', `${path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.')}: ${how}`, `input/${path.join('/')}`, {
    input: [{ path, value }],
    moved,
    isHarsh,
  });

function valueChanges(schema: Schema, value: Json, path: Path, question: InputQuestion): Change[] {
  const found: Change[] = [];
  const told = new Set([canonicalText(value)]);
  const add = (how: string, each: Json, moved: Change['moved'] = [], isHarsh = false): void => {
    const text = canonicalText(each);
    if (!allowed(schema, each) || (told.has(text) && moved.length === 0)) return;
    told.add(text);
    found.push(moving(path, how, each, moved, isHarsh));
  };
  if (schema.enum) for (const each of schema.enum) add('another choice', each);
  for (const { cassette } of question.material.recorded) {
    const seen = path.reduce<Json | undefined>((here, step) => (isObject(here) ? here[String(step)] : undefined), cassette.input);
    if (seen !== undefined && path.length > 0) add('as seen', seen);
  }
  if (typeof value === 'boolean') add('turned', !value);
  if (typeof value === 'number') for (const [how, each] of numbers(schema, value, question.lengths)) add(how, each);
  if (typeof value === 'string') texts(schema, value, question, add);
  if (Array.isArray(value)) lists(schema, value, path, question, add);
  return found;
}

function numbers(schema: Schema, value: number, lengths: readonly number[]): readonly (readonly [string, number])[] {
  const low = schema.minimum;
  const high = schema.maximum;
  return [
    ['0', 0],
    ['1', 1],
    ['2', 2],
    ['one more', value + 1],
    ['one less', value - 1],
    ['doubled', value * 2],
    ['halved', Math.floor(value / 2)],
    ['below 0', -1],
    ...(low === undefined ? [] : ([['least', low]] as const)),
    ...(high === undefined ? [] : ([['most', high]] as const)),
    ...lengths.slice(0, 4).map((length) => ['a length of a list', length] as const),
    ['large', value * 1000 + 7],
  ];
}

type Add = (how: string, value: Json, moved?: Change['moved'], isHarsh?: boolean) => void;

function texts(schema: Schema, value: string, { material, base, named, held }: InputQuestion, add: Add): void {
  if (schema.enum) return;
  const other = value.replace(/[a-z](?=[^a-z]*$)/i, (letter) => (letter === 'q' ? 'v' : 'q'));
  const calls = material.recorded[base]?.cassette.calls ?? [];
  const isNamed = value.length > 1 && calls.some(({ args, class: effect }) => effect === 'read' && mentions(args, value));
  // What the address says has to be found under the new one.
  if (other !== value) add('moved', other, isNamed ? [[value, other]] : []);
  if (isNamed && other !== value) add('pointing nowhere', other.replace(/q(?=[^a-z]*$)/, 'z'));
  for (const each of named) add('named', each);
  if (/^[\w.-]+$/.test(value)) for (const each of held.filter((text) => /^[\w.-]{1,24}$/.test(text)).slice(0, 3)) add('as held', each);
  if (value.includes('://') || schema.format !== undefined) return;
  for (const [how, each] of [
    ['blank', ''],
    ['two words', `${value} b`],
    ['with signs', `${value}; x $y`],
    ['leading up', `../${value}`],
    ['in capitals', value.toUpperCase()],
  ] as const)
    add(how, each, [], true);
}

function lists(schema: Schema, value: readonly Json[], path: Path, { held, named, material }: InputQuestion, add: Add): void {
  add('empty', []);
  if (value.length > 0) {
    add('only the first', value.slice(0, 1));
    add('without the first', value.slice(1));
    add('the first twice', [...value, value[0] as Json]);
    add('turned round', value.toReversed());
  }
  if (schema.items?.type === 'string') {
    const fitting = held.filter((each) => !value.includes(each)).slice(0, 60);
    for (const [nth, each] of spread(fitting, 12).entries()) add(`with held ${nth}`, [...value, each]);
    if (fitting.length > 1) add('with two held', [...value, ...spread(fitting, 2)]);
    for (const each of named.slice(0, 4)) add(`with named`, [...value, each]);
    add('with another', [...value, 'another']);
  }
  const [first] = value;
  if (isObject(first)) {
    for (const [name, inner] of Object.entries(first)) {
      const seen = material.recorded.flatMap(({ cassette }) => membersSeen(cassette.input, path, name));
      const texts = typeof inner === 'string' ? ['', ...held.slice(0, 3), ...seen] : [...seen, 0, 1];
      for (const [nth, each] of texts.slice(0, 6).entries())
        add(`first with ${name} ${nth}`, [{ ...first, [name]: each }, ...value.slice(1)]);
      if (typeof inner === 'string' && inner.length > 1) {
        add(`one more with ${name} longer`, [...value, { ...first, [name]: `${inner}${inner.slice(-1)}` }]);
        add(`one more with ${name} shorter`, [
          ...value,
          { ...(value.at(-1) as { readonly [key: string]: Json }), [name]: inner.slice(0, Math.max(1, inner.length >> 1)) },
        ]);
      }
    }
  }
}

const membersSeen = (input: Json, path: Path, name: string): readonly Json[] => {
  const list = path.reduce<Json | undefined>((here, step) => (isObject(here) ? here[String(step)] : undefined), input);
  return Array.isArray(list) ? list.flatMap((each: Json) => (isObject(each) && each[name] !== undefined ? [each[name]] : [])) : [];
};

function spread<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[Math.floor(at * step)] as T);
}

/** Whether a value is one that the schema allows, as far as it is read here. */
export function allowed(schema: Schema, value: Json): boolean {
  if (schema.enum) return schema.enum.some((each) => canonicalText(each) === canonicalText(value));
  if (typeof value === 'number')
    return (
      (schema.type !== 'integer' || Number.isInteger(value)) &&
      value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
      value <= (schema.maximum ?? Number.POSITIVE_INFINITY)
    );
  if (typeof value === 'string')
    return value.length >= (schema.minLength ?? 0) && (schema.pattern === undefined || new RegExp(schema.pattern).test(value));
  if (Array.isArray(value))
    return schema.items === undefined || (value as readonly Json[]).every((each) => allowed(schema.items as Schema, each));
  return true;
}
