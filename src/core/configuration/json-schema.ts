import type { Json } from '../model/json.ts';
import { tableJsonSchema } from '../workflow/json-schema.ts';
import { configurationTable } from './configuration-table.ts';

/** What the table can not say. */
const rules: { readonly [map: string]: { readonly [key: string]: Json } } = {
  tier: { anyOf: [{ required: ['runner'] }, { required: ['model'] }] },
  secret: { minProperties: 1, maxProperties: 1 },
};

/** The JSON Schema (draft 2020-12) of `pawl.yml`, for editors; made from the table that the reader goes by. */
export const configurationJsonSchema = (): Json => tableJsonSchema(configurationTable, 'configuration', 'Pawl configuration', rules);
