export { workflowJsonSchema as workflowSchema } from '../core/workflow/json-schema.ts';
