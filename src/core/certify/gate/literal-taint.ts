import type { Json } from '../../model/json.ts';
import type { Cassette } from '../cassette.ts';
import { isObject } from '../world/unfolded.ts';

/** A value of a run that stands in the code, or a parameter that the code has no use for: what was observed once was taken for what is so. */
export type Taint =
  | { readonly is: 'unread_parameter'; readonly parameter: string }
  | { readonly is: 'literal'; readonly text: string; readonly line: number; readonly path: string };

/** What the code says, as far as this rule asks. */
export interface TaintQuestion {
  readonly members: readonly string[];
  readonly texts: readonly { readonly text: string; readonly line: number }[];
  /** Texts that somebody declared to be constant, with a reason. */
  readonly constants: readonly string[];
  readonly schema: Json;
  readonly cassettes: readonly Cassette[];
}

/** Shorter texts are met by chance. */
const shortest = 2;

/** All taints. A choice of the schema is a word of the task, and no taint; nor is a text that code compares with or falls back on. */
export function literalTaints({ members, texts, constants, schema, cassettes }: TaintQuestion): readonly Taint[] {
  const read = new Set(members);
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const unread = Object.keys(properties).filter((each) => !read.has(each));
  const values = new Map<string, string>();
  for (const { input } of cassettes) gather(input, schema, '$', values);
  return [
    ...unread.map((parameter): Taint => ({ is: 'unread_parameter', parameter })),
    ...texts.flatMap(({ text, line }): Taint[] => {
      const path = values.get(text);
      return path === undefined || constants.includes(text) ? [] : [{ is: 'literal', text, line, path }];
    }),
  ];
}

function gather(value: Json, schema: Json | undefined, path: string, into: Map<string, string>): void {
  const own = isObject(schema) ? schema : {};
  if (typeof value === 'string') {
    if (value.length >= shortest && own.enum === undefined) into.set(value, path);
  } else if (Array.isArray(value)) {
    for (const each of value as readonly Json[]) gather(each, own.items, `${path}[]`, into);
  } else if (isObject(value)) {
    const inner = isObject(own.properties) ? own.properties : {};
    for (const [key, each] of Object.entries(value)) gather(each, inner[key], `${path}.${key}`, into);
  }
}
