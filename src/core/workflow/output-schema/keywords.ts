import type { Json } from '../../model/json.ts';

/** What may stand for a keyword of JSON Schema. */
export type Shape =
  | 'schema'
  | 'schemas'
  | 'schemaMap'
  | 'patternMap'
  | 'reference'
  | 'dialect'
  | 'type'
  | 'pattern'
  | 'text'
  | 'texts'
  | 'textsMap'
  | 'flag'
  | 'count'
  | 'number'
  | 'divisor'
  | 'list'
  | 'choices'
  | 'any';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

export const typeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

const shapeKeywords: { readonly [shape in Shape]: readonly string[] } = {
  schema: [
    ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'items', 'contains', 'unevaluatedItems'],
    ...['not', 'if', 'then', 'else', 'contentSchema'],
  ],
  schemas: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  schemaMap: ['properties', 'dependentSchemas', '$defs', 'definitions'],
  patternMap: ['patternProperties'],
  reference: ['$ref'],
  dialect: ['$schema'],
  type: ['type'],
  pattern: ['pattern'],
  text: ['title', 'description', '$comment', 'format', 'contentEncoding', 'contentMediaType'],
  texts: ['required'],
  textsMap: ['dependentRequired'],
  flag: ['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'],
  count: ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  divisor: ['multipleOf'],
  list: ['examples'],
  choices: ['enum'],
  any: ['const', 'default'],
};

/** Every keyword that counts, with what may stand for it. */
export const keywords: ReadonlyMap<string, Shape> = new Map(
  Object.entries(shapeKeywords).flatMap(([shape, names]) => names.map((name) => [name, shape as Shape] as const)),
);

/** Keywords of other drafts and of what reaches beyond the one schema, with what to write. */
export const refusedKeywords: ReadonlyMap<string, string> = new Map([
  ...['$id', 'id'].map((name) => [name, 'delete it: references begin with # here, so the schema needs no address'] as const),
  ...['$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef'].map(
    (name) => [name, 'name the part in $defs, and write $ref: "#/$defs/name"'] as const,
  ),
  ['dependencies', 'write dependentRequired or dependentSchemas'],
  ['nullable', 'write it as a type: type: [string, "null"]'],
  ['$async', 'delete it'],
]);

/** What is wanted where a plain value does not fit its keyword, and an example; null where it fits. */
export function plainMisfit(shape: Shape, json: Json): readonly [wanted: string, example: string] | null {
  switch (shape) {
    case 'type':
      return isType(json) || (isDistinct(json) && json.length > 0 && json.every(isType))
        ? null
        : [`one of ${typeNames.join(', ')}, or a list of them`, 'string'];
    case 'pattern':
    case 'text':
    case 'reference':
      return typeof json === 'string' ? null : ['text', '"…"'];
    case 'dialect':
      return json === dialect || json === `${dialect}#` ? null : ['that of draft 2020-12', dialect];
    case 'texts':
      return isTexts(json) ? null : ['a list of names, each once', '[one, two]'];
    case 'textsMap':
      return isMap(json) && Object.values(json).every(isTexts) ? null : ['a map of lists of names', '{one: [two, three]}'];
    case 'flag':
      return typeof json === 'boolean' ? null : ['true or false', 'true'];
    case 'count':
      return Number.isInteger(json) && (json as number) >= 0 ? null : ['a whole number, 0 or more', '1'];
    case 'number':
      return typeof json === 'number' ? null : ['a number', '1'];
    case 'divisor':
      return typeof json === 'number' && json > 0 ? null : ['a number above 0', '2'];
    case 'list':
      return Array.isArray(json) ? null : ['a list', '[one, two]'];
    case 'choices':
      return Array.isArray(json) && json.length > 0 ? null : ['a list of at least one value', '[one, two]'];
    case 'schemas':
      return Array.isArray(json) && json.length > 0 ? null : ['a list of schemas, at least one', '[{type: string}, {type: number}]'];
    case 'schemaMap':
      return isMap(json) ? null : ['a map of schemas', '{name: {type: string}}'];
    case 'patternMap':
      return isMap(json) ? null : ['a map of patterns and schemas', '{"^x": {type: string}}'];
    case 'schema':
      return isMap(json) || typeof json === 'boolean' ? null : ['a schema', '{type: string}'];
    case 'any':
      return null;
  }
}

const isType = (json: Json): boolean => typeNames.includes(json as string);

const isMap = (json: Json): json is { readonly [key: string]: Json } => typeof json === 'object' && json !== null && !Array.isArray(json);

const isDistinct = (json: Json): json is readonly Json[] => Array.isArray(json) && new Set(json).size === json.length;

const isTexts = (json: Json): boolean => isDistinct(json) && json.every((item) => typeof item === 'string');
