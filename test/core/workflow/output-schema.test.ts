import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWorkflow } from '../../../src/core/workflow/parse-workflow.ts';
import { compileRe2 } from '../../../src/core/workflow/texts/requirement.ts';
import { placesOf, steps, wordsOf } from './read.ts';
import { a, told } from './told.ts';

const withSchema = (schema: string): string => steps(`${a}, output: {schema: ${schema}}`);

/** Whether ajv takes a schema as it would be asked when a reply is checked. */
function ajvTakes(schema: object): boolean {
  const regExp = Object.assign((pattern: string) => ({ test: (text: string) => compileRe2(pattern).matcher(text).find() }), { code: '' });
  try {
    new Ajv2020({ strict: false, validateFormats: false, logger: false, code: { regExp } }).compile(schema);
    return true;
  } catch {
    return false;
  }
}

const good = [
  '{type: object}',
  '{}',
  '{type: [string, "null"]}',
  '{$schema: "https://json-schema.org/draft/2020-12/schema", title: t, description: d, $comment: c}',
  '{$schema: "https://json-schema.org/draft/2020-12/schema#"}',
  '{type: object, properties: {a: true, b: {type: string}}, required: [a], additionalProperties: false}',
  '{type: array, items: {type: integer, minimum: 0, exclusiveMaximum: 9.5, multipleOf: 0.5}, minItems: 1, uniqueItems: true}',
  '{prefixItems: [{type: string}], items: false, contains: {const: [1, {a: b}]}, minContains: 1, maxContains: 2}',
  '{enum: [a, 1, null, {a: [b]}], default: {}, examples: [1, 2], deprecated: true, readOnly: false}',
  '{type: string, pattern: "^(?i)x+$", minLength: 1, maxLength: 20, format: email}',
  '{patternProperties: {"^x-": {type: string}}, propertyNames: {maxLength: 9}, minProperties: 1}',
  '{allOf: [{type: string}], anyOf: [true], oneOf: [{}], not: {type: number}, if: {const: x}, then: true, else: false}',
  '{dependentRequired: {a: [b, c]}, dependentSchemas: {a: {required: [b]}}}',
  '{$ref: "#/$defs/a", $defs: {a: {$ref: "#/$defs/b"}, b: {type: string}}}',
  '{$ref: "#/$defs/a~1b%20~0/anyOf/1", $defs: {"a/b ~": {anyOf: [true, {type: string}]}}}',
  '{type: object, properties: {child: {$ref: "#"}, list: {items: {$ref: "#/properties/child"}}}}',
  '{definitions: {a: {type: string}}, items: {$ref: "#/definitions/a"}, x-note: {what: ever}}',
  '{anyOf: [{$ref: "#/$defs/a"}, {$ref: "#/$defs/a"}], $defs: {a: {}}}',
];

test.each(good)('%s is a schema, for ajv too', (schema) => {
  const text = withSchema(schema);
  expect(placesOf(text)).toEqual([]);
  const [step] = parseWorkflow(text).workflow?.steps ?? [];
  expect(ajvTakes((step as { outputSchema: object }).outputSchema)).toBe(true);
});

const bad: readonly (readonly [schema: string, words: string])[] = [
  [
    '{type: ›strin}',
    'output.schema is invalid: type must be one of string, number, integer, boolean, object, array, null, or a list of them | did you mean "string"?',
  ],
  ['{type: ›whatever}', 'write it so: type: string'],
  ['{type: ›[]}', 'type must be one of'],
  ['{type: ›[string, string]}', 'type must be one of'],
  ['{type: ›[string, x]}', 'type must be one of'],
  ['{type: ›3}', 'type must be one of'],
  ['{type: ›{a: b}}', 'type must be one of'],
  ['{minLength: ›-1}', 'minLength must be a whole number, 0 or more | write it so: minLength: 1'],
  ['{minLength: ›1.5}', 'a whole number'],
  ['{minLength: ›"1"}', 'a whole number'],
  ['{minimum: ›"1"}', 'minimum must be a number'],
  ['{multipleOf: ›0}', 'multipleOf must be a number above 0'],
  ['{multipleOf: ›x}', 'multipleOf must be a number above 0'],
  ['{uniqueItems: ›1}', 'uniqueItems must be true or false'],
  ['{title: ›1}', 'title must be text'],
  ['{required: ›a}', 'required must be a list of names, each once | write it so: required: [one, two]'],
  ['{required: ›[a, a]}', 'a list of names, each once'],
  ['{required: ›[1]}', 'a list of names'],
  ['{dependentRequired: ›[a]}', 'dependentRequired must be a map of lists of names'],
  ['{dependentRequired: ›{a: b}}', 'a map of lists of names'],
  ['{enum: ›[]}', 'enum must be a list of at least one value'],
  ['{enum: ›x}', 'enum must be a list of at least one value'],
  ['{examples: ›x}', 'examples must be a list'],
  ['{allOf: ›[]}', 'allOf must be a list of schemas, at least one'],
  ['{allOf: ›{type: string}}', 'allOf must be a list of schemas'],
  ['{allOf: [›3]}', 'a part of allOf must be a schema | write it so: {type: string}'],
  ['{properties: ›[a]}', 'properties must be a map of schemas'],
  ['{properties: {a: ›string}}', 'a part of properties must be a schema'],
  ['{properties: {a: {type: ›text}}}', 'type must be one of'],
  ['{items: ›[{type: string}]}', 'items must be a schema'],
  ['{items: ›string}', 'items must be a schema'],
  ['{patternProperties: ›x}', 'patternProperties must be a map of patterns and schemas'],
  ['{patternProperties: {›"(": {}}}', 'patternProperties: missing closing )'],
  ['{pattern: ›"(x"}', 'pattern: missing closing ): `(x` | the syntax is RE2'],
  ['{pattern: ›"(?=x)"}', 'no lookaround'],
  ['{pattern: ›1}', 'pattern must be text'],
  ['{$ref: ›1}', '$ref must be text'],
  ['{$ref: ›"#/$defs/a"}', '$ref "#/$defs/a" leads to no schema in it | write $ref: "#/$defs/name", and the part under $defs'],
  ['{$ref: ›"#/$defs/a/b", $defs: {a: {}}}', 'leads to no schema in it'],
  ['{$ref: ›"#/required", required: [a]}', 'leads to no schema in it'],
  ['{$ref: ›"#/allOf/x", allOf: [true]}', 'leads to no schema in it'],
  ['{$ref: ›"#/%zz"}', 'leads to no schema in it'],
  ['{$ref: ›"other.json"}', 'leads to no schema in it | put the part in $defs: nothing is fetched'],
  [
    '{$schema: ›"http://json-schema.org/draft-07/schema#"}',
    '$schema must be that of draft 2020-12 | write it so: $schema: https://json-schema.org/draft/2020-12/schema',
  ],
  ['{›$id: x}', '$id is not read here | delete it'],
  ['{›$anchor: x}', 'name the part in $defs'],
  ['{›dependencies: {a: [b]}}', 'dependentRequired or dependentSchemas'],
  ['{type: string, ›nullable: true}', 'write it as a type'],
];

told(bad.map(([schema, words]) => [`${schema.replace('›', '')} is no schema`, withSchema(schema), ['invalid-schema'], words]));

told([
  [
    'a reference that comes back to itself is told',
    withSchema('{$ref: ›"#"}'),
    ['invalid-schema'],
    '$ref "#" comes back to itself and would never end | put a properties or items between',
  ],
  ['so is one by way of another', withSchema('{$ref: "#/$defs/a", $defs: {a: {anyOf: [true, {$ref: ›"#"}]}}}'), ['invalid-schema']],
  [
    'so is one to a part of what it is in',
    withSchema('{$ref: "#/$defs/a/not", $defs: {a: {not: {$ref: ›"#/$defs/a"}}}}'),
    ['invalid-schema'],
  ],
  ['one that goes into the value ends with it', withSchema('{properties: {a: {$ref: "#"}}, items: {allOf: [{$ref: "#"}]}}'), []],
  [
    'a misspelled keyword is told',
    withSchema('{type: object, ›requried: [a]}'),
    ['unknown-schema-keyword'],
    '"requried" is no keyword of JSON Schema | did you mean "required"?',
  ],
  [
    'so is one like no other',
    withSchema('{›whatsoever: [a]}'),
    ['unknown-schema-keyword'],
    'it checks nothing; delete it, or begin it with x-',
  ],
  ['an output without a schema is told', steps(`${a}, ›output: {}`), ['invalid-schema'], 'the output of step "a" has no schema | say what'],
  ['a misspelled schema is told once', steps(`${a}, output: {›schemas: {}}`), ['unknown-key'], 'did you mean "schema"?'],
]);

test('a chain of ten thousand references is followed to its end', () => {
  const links = Array.from({ length: 10_000 }, (_, index) => `d${index}: {$ref: "#/$defs/d${index + 1}"}`).join(', ');
  expect(placesOf(withSchema(`{$ref: "#/$defs/d0", $defs: {${links}, d10000: {}}}`))).toEqual([]);
});

test('patterns that are too much together are refused', () => {
  const pattern = `(${'ab?'.repeat(300)}){1,1000}`;
  expect(wordsOf(withSchema(`{pattern: "${pattern}"}`), 'workflow/invalid-schema')).toContain('too large together');
});

const words = fc.constantFrom('a', 'b', 'string', 'object', '^x$', '(', '#', '#/$defs/a', '#/properties/b', '');
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.constantFrom(0, 1, 2, -1, 0.5, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(words, tie('schema'), { maxKeys: 3 }),
    tie('schema'),
  ),
  schema: fc.dictionary(
    fc.constantFrom(
      ...[
        'type',
        'properties',
        'items',
        'required',
        'enum',
        'allOf',
        'anyOf',
        'not',
        'if',
        '$ref',
        '$defs',
        'pattern',
        'const',
        'minLength',
      ],
      ...[
        'patternProperties',
        'dependentRequired',
        'uniqueItems',
        'multipleOf',
        'maximum',
        'prefixItems',
        'title',
        'format',
        'x-y',
        'dependencies',
      ],
    ),
    tie('value'),
    { maxKeys: 4 },
  ),
})).schema;

test('whatever passes, ajv can compile', () => {
  let passed = 0;
  fc.assert(
    fc.property(json, (schema) => {
      const text = `name: n\nsteps:\n- id: a\n  prompt: x\n  output: ${JSON.stringify({ schema })}\n`;
      if (parseWorkflow(text).workflow === null) return;
      passed += 1;
      expect(ajvTakes(schema as object)).toBe(true);
    }),
    { numRuns: 1500 },
  );
  expect(passed).toBeGreaterThan(100);
});
