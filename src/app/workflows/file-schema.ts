import { configurationJsonSchema } from '../../core/configuration/json-schema.ts';
import type { Json } from '../../core/model/json.ts';
import { workflowJsonSchema } from '../../core/workflow/json-schema.ts';

/** The JSON Schema of a kind of file that people write. */
export const fileSchema = (file: 'workflow' | 'pawl.yml'): Json => (file === 'workflow' ? workflowJsonSchema() : configurationJsonSchema());
