import type { Model } from '../../ports/model.ts';

async function* silence(): AsyncGenerator<string> {}

/** Nobody: of an act that only runs a function, where no model is configured. Whoever is asked all the same is told so. */
export const noModel: Model = {
  name: '',
  label: 'none (no model is asked)',
  contextTokens: 0,
  billing: null,
  start: () => ({
    activity: silence(),
    answer: Promise.resolve({
      turn: {
        ok: false,
        failure: {
          kind: 'not_found',
          message: 'there is no model to ask',
          hint: 'set the key of a provider, such as ANTHROPIC_API_KEY, or name a model',
        },
      },
      usage: { nanoUsd: 0, inputTokens: null, outputTokens: null, model: null },
      warnings: [],
    }),
  }),
};
