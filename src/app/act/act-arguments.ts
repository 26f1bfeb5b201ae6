import type { Json } from '../../core/model/json.ts';

/** The list of arguments of `ctx.act`. */
export const actArguments: Json = {
  type: 'array',
  prefixItems: [
    { type: 'string', minLength: 1 },
    {
      type: 'object',
      properties: {
        guidelines: { type: 'string' },
        responseSchema: { type: 'object' },
        model: { type: 'string', minLength: 1 },
        functions: { type: 'array', items: { type: 'string' } },
        limits: {
          type: 'object',
          properties: {
            turns: { type: 'integer', minimum: 1 },
            wallClock: { type: 'string' },
            budgetUsd: { type: 'number', exclusiveMinimum: 0 },
            tokens: { type: 'integer', minimum: 1 },
            codeTimeout: { type: 'string' },
          },
          additionalProperties: false,
        },
        wait: { type: 'boolean' },
      },
      additionalProperties: false,
    },
  ],
  minItems: 1,
  items: false,
};
