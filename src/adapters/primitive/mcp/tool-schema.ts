import { schemaFaults } from '../../../core/effects/schema-check.ts';
import type { Json } from '../../../core/model/json.ts';
import { quoted } from '../../../core/model/shown-text.ts';
import { recordOf } from '../../../core/model/untrusted-json.ts';

type Schema = { readonly [key: string]: Json };

/** A schema of a tool, as far as it can be used. `unchecked`: why values are not held against it; null = they are. */
export interface ToolSchema {
  readonly schema: Schema;
  readonly unchecked: string | null;
}

/** A longer one would fill what a model can read. */
const longestChars = 64 * 1024;

/** They mean the same in all that is checked. */
const dialects = /^https?:\/\/json-schema\.org\/(draft\/20(19-09|20-12)|draft-0[67])\/schema#?$/;

/** The schema of the list of arguments that a tool takes: one object, which may be left out where nothing in it is required. */
export function listSchema({ schema, unchecked }: ToolSchema): Json {
  const { required } = schema;
  const needed = unchecked === null && Array.isArray(required) && required.length > 0;
  const list = { type: 'array', items: false, minItems: needed ? 1 : 0 };
  if (unchecked !== null) return { ...list, prefixItems: [{ type: 'object' }] };
  const { $id } = schema;
  // ajv finds what is known by an id in definitions, and not below prefixItems.
  return typeof $id === 'string' ? { ...list, prefixItems: [{ $ref: $id }], $defs: { input: schema } } : { ...list, prefixItems: [schema] };
}

/** The schema of what a tool takes; a text says why nobody could call it. */
export function inputSchema(given: unknown): ToolSchema | string {
  if (given === undefined || given === true) return { schema: { type: 'object' }, unchecked: 'it declares none' };
  const schema = recordOf(given) as Schema | null;
  if (schema === null) return 'its input schema is no schema of an object';
  const { type = 'object' } = schema;
  if (type !== 'object' && !(Array.isArray(type) && type.includes('object')))
    return `its input schema is of ${JSON.stringify(type)}, not of an object`;
  const input = usable({ ...schema, type: 'object' }, 'input');
  if (input === null) return 'its input schema is too long';
  if (input.unchecked !== null) return input;
  // As a part of the list its references may lead elsewhere: what cannot be compiled there would fail every call.
  const [fault] = schemaFaults(listSchema(input));
  return fault === undefined ? input : { ...input, unchecked: `its input schema ${fault}` };
}

/** The schema of what a tool gives as structured content; null where it declares none that is of use. */
export function outputSchema(given: unknown): ToolSchema | null {
  const schema = recordOf(given) as Schema | null;
  return schema === null ? null : usable(schema, 'output');
}

function usable(given: Schema, which: 'input' | 'output'): ToolSchema | null {
  const { $schema: dialect, ...plain } = given;
  const text = JSON.stringify(plain);
  if (text.length > longestChars) return null;
  // As a part of another schema it has to say where its own references begin.
  const schema = text.includes('"$ref"') && plain.$id === undefined ? { $id: `https://tool.invalid/${which}`, ...plain } : plain;
  if (dialect !== undefined && (typeof dialect !== 'string' || !dialects.test(dialect)))
    return { schema, unchecked: `it is written in a dialect that is not known here: ${quoted(String(dialect))}` };
  const [fault] = schemaFaults(schema);
  return { schema, unchecked: fault === undefined ? null : `its ${which} schema ${fault}` };
}
