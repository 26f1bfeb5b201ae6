import { type Tool, told, toolFailed } from '../tool.ts';

/** Begins to store something beside the act; gives the run that does, or why it was not begun. The very same `op` finds the one it began. */
export type BeginStorage = (request: string, op: number) => Promise<{ readonly ok: boolean; readonly text: string }>;

/** What the doing model calls when a person asks it to remember how something was done. */
export const storeSkillsTool = (begin: BeginStorage): Tool => ({
  declaration: {
    name: 'store_skills',
    description:
      'Has a librarian store skills (functions, guidance) from what was done so far. Say what is to be kept and why. It goes on beside you; do not wait for it.',
    parameters: {
      type: 'object',
      properties: { request: { type: 'string', minLength: 1 } },
      required: ['request'],
      additionalProperties: false,
    },
  },
  async perform({ request }, { op }) {
    const begun = await begin(String(request), op);
    return begun.ok ? told(`A librarian (${begun.text}) sees to it beside you. Go on with the task.`) : toolFailed(begun.text);
  },
});
