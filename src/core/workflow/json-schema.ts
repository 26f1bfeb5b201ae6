import type { Json } from '../model/json.ts';
import { type FieldType, fieldTable, type MapName, rowsOf } from './field-table.ts';

/** What the table can not say: rules between the keys of one step. */
const stepRules: { readonly [key: string]: Json } = {
  oneOf: [{ required: ['prompt'] }, { required: ['command'] }, { required: ['parallel'] }],
  dependentRequired: { expect: ['command'], loop: ['prompt'] },
  dependentSchemas: { command: { properties: { enforce: false } } },
};

/**
 * The JSON Schema (draft 2020-12) of a workflow file, for editors:
 * `# yaml-language-server: $schema=…` as a file's first line. It takes what `parseWorkflow` takes, as far as a schema can say.
 */
export function workflowJsonSchema(): Json {
  const others = (Object.keys(fieldTable) as MapName[]).filter((name) => name !== 'workflow');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Pawl workflow',
    ...mapSchema('workflow'),
    $defs: Object.fromEntries(others.map((name) => [name, mapSchema(name)])),
  };
}

function mapSchema(name: MapName): { [key: string]: Json } {
  const { doc, fields } = rowsOf(name);
  const rows = Object.entries(fields);
  return {
    description: doc,
    type: 'object',
    properties: Object.fromEntries(rows.map(([key, { type, doc }]) => [key, { title: key, description: doc, ...typeSchema(type) }])),
    required: rows.filter(([, { required }]) => required).map(([key]) => key),
    additionalProperties: false,
    ...(name === 'step' ? stepRules : {}),
  };
}

// Any scalar is text by its source, so numbers and booleans are as good as strings.
const text = { type: ['string', 'number', 'boolean'] } as const;

function typeSchema(type: FieldType): { [key: string]: Json } {
  switch (type.kind) {
    case 'text':
      return { ...text };
    case 'choice':
      return { enum: [...type.of] };
    case 'flag':
      return { type: 'boolean' };
    case 'integer':
      return { type: 'integer', minimum: type.minimum };
    case 'texts':
      return { type: 'array', items: { ...text } };
    case 'map':
      return { $ref: `#/$defs/${type.map}` };
    case 'maps':
      return { type: 'array', items: { $ref: `#/$defs/${type.map}` }, minItems: 1 };
  }
}
