import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import type { Json } from '../model/json.ts';
import { pointerParts } from './json-pointer.ts';

/** What is wrong with a value, each a sentence that begins with the place: "path.to[0] must be string". At most ten. */
export type SchemaCheck = (value: unknown) => string[];

const mistakesTold = 10;

/** Patterns by RE2: native ones can take for ever on what a model wrote. */
const re2 = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    return { test: (text: string) => compiled.matcher(text).find() };
  },
  { code: '' },
);

const options = { strict: false, allErrors: true, validateFormats: false, logger: false, code: { regExp: re2 } } as const;

/** Why this is no JSON Schema (2020-12) that can be checked; empty where it is one. */
export function schemaFaults(schema: unknown): string[] {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema)))
    return ['must be a JSON Schema: an object'];
  const ajv = new Ajv2020(options);
  const plain = withoutDialect(schema);
  if (!ajv.validateSchema(plain)) return told(ajv.errors as ErrorObject[], '');
  try {
    ajv.compile(plain);
    return [];
  } catch (error) {
    return [`cannot be used: ${(error as Error).message}`];
  }
}

/**
 * A schema that had no faults, ready for use; compiled when it is first needed, as loading and compiling take longer than many a call.
 * `name` says what a place is a part of: "argument 2.path".
 */
export function schemaCheck(schema: Json, name: string): SchemaCheck {
  let validate: ReturnType<Ajv2020['compile']> | null = null;
  return (value) => {
    validate ??= new Ajv2020({ ...options, validateSchema: false }).compile(withoutDialect(schema as object | boolean));
    try {
      return validate(value) ? [] : told(validate.errors as ErrorObject[], name);
    } catch {
      // A schema that leads back to itself follows a value to the end of the stack.
      return [`${name} is nested too deep to be checked`];
    }
  };
}

/** Tools of others name older dialects, which mean the same in all that is checked here. */
function withoutDialect(schema: object | boolean): object | boolean {
  if (typeof schema === 'boolean') return schema;
  const { $schema: _, ...plain } = schema as { $schema?: unknown };
  return plain;
}

const told = (errors: readonly ErrorObject[], name: string): string[] =>
  [...new Set(errors.map((error) => mistake(error, name)))].slice(0, mistakesTold);

function mistake({ instancePath, message, params }: ErrorObject, name: string): string {
  const named =
    'additionalProperty' in params
      ? `: ${String(params.additionalProperty)}`
      : 'allowedValues' in params
        ? `: ${listOf(params.allowedValues)}`
        : '';
  const place = (pointerParts(instancePath) as string[]).map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return `${`${name}${place}` || 'the whole'} ${message}${named}`;
}

const listOf = (values: unknown): string => (values as unknown[]).map((value) => JSON.stringify(value)).join(', ');
