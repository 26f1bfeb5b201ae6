import type { Json } from '../model/json.ts';
import { type FieldRow, type FieldType, fieldTable, type MapName, rowsOf, type Table } from './fields/field-table.ts';

/** No step may have these. */
const without = (keys: readonly string[]): Json => ({ properties: Object.fromEntries(keys.map((key) => [key, false])) });

const workKeys = ['timeout', 'retry', 'foreach', 'isolate', 'env', 'secrets', 'snapshot'];
const agentKeys = ['model', 'principles', 'enforce'];

/** What a table can not say of its maps: rules between the keys of one. */
type MapRules<Name extends string = string> = { readonly [name in Name]?: { readonly [key: string]: Json } };

const mapRules: MapRules<MapName> = {
  step: {
    oneOf: ['prompt', 'command', 'function', 'parallel', 'approve', 'workflow'].map((body) => ({ required: [body] })),
    dependentRequired: { expect: ['command'], loop: ['prompt'], args: ['function'] },
    dependentSchemas: {
      command: without(['enforce', 'output']),
      prompt: without(['snapshot']),
      function: without(agentKeys),
      parallel: without([...workKeys, 'output']),
      approve: without([...workKeys, ...agentKeys, 'output']),
      workflow: without([...workKeys, ...agentKeys, 'output']),
    },
  },
  gate: { dependentRequired: { tolerance: ['measure'] } },
};

/**
 * The JSON Schema (draft 2020-12) of a workflow file, for editors:
 * `# yaml-language-server: $schema=…` as a file's first line. It takes what `parseWorkflow` takes, as far as a schema can say.
 */
export const workflowJsonSchema = (): Json => tableJsonSchema(fieldTable, 'workflow', 'Pawl workflow', mapRules);

/** The schema of a file whose root is the map `root` of a table. */
export function tableJsonSchema(table: Table, root: string, title: string, rules: MapRules): Json {
  const schemaOf = (name: string) => ({ ...mapSchema(table, name), ...rules[name] });
  const others = Object.keys(table).filter((name) => name !== root);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...schemaOf(root),
    $defs: Object.fromEntries(others.map((name) => [name, schemaOf(name)])),
  };
}

function mapSchema(table: Table, name: string): { [key: string]: Json } {
  const { doc, fields } = rowsOf(table, name);
  const rows = Object.entries(fields);
  return {
    description: doc,
    type: 'object',
    properties: Object.fromEntries(rows.map(([key, { type, doc }]) => [key, { title: key, description: doc, ...typeSchema(table, type) }])),
    required: rows.filter(([, { required }]) => required).map(([key]) => key),
    additionalProperties: false,
  };
}

// Any scalar is text by its source, so numbers and booleans are as good as strings.
const text = { type: ['string', 'number', 'boolean'] } as const;

function typeSchema(table: Table, type: FieldType): { [key: string]: Json } {
  switch (type.kind) {
    case 'text':
      return { ...text };
    case 'choice':
      return { enum: [...type.of] };
    case 'flag':
      return { type: 'boolean' };
    case 'integer':
      return { type: 'integer', minimum: type.minimum };
    case 'number':
      return { type: 'number', minimum: type.minimum };
    case 'duration':
      return { type: 'string', pattern: '^\\s*[0-9]+([.][0-9]+)?(ms|s|m|h|d)\\s*$' };
    case 'texts':
      return { type: 'array', items: { ...text } };
    case 'textOrTexts':
      return { type: [...text.type, 'array'], items: { ...text }, minItems: 1 };
    case 'textMap':
      return {
        type: 'object',
        propertyNames: { pattern: '^(?!(PAWL|DEVKIT|GIT)_)[A-Za-z_][A-Za-z0-9_]*$' },
        additionalProperties: { ...text },
      };
    case 'json':
      return { type: 'object' };
    case 'map':
      return type.short === undefined
        ? { $ref: `#/$defs/${type.map}` }
        : { anyOf: [typeSchema(table, (rowsOf(table, type.map).fields[type.short] as FieldRow).type), { $ref: `#/$defs/${type.map}` }] };
    case 'maps':
      return { type: 'array', items: { $ref: `#/$defs/${type.map}` }, minItems: 1 };
    case 'namedMaps':
      return { type: 'object', additionalProperties: { $ref: `#/$defs/${type.map}` } };
  }
}
