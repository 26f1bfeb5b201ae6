import { type Tool, told } from '../tool.ts';

/** Gives the answer to a question about an act that has ended, or why there is none. `run`: an act within it, or null. */
export type AskCompleted = (
  question: string,
  run: string | null,
  signal: AbortSignal,
) => Promise<{ readonly ok: boolean; readonly text: string }>;

/** A librarian sees long results cut; of what it does not see it can ask. */
export const askAboutCompletedTool = (ask: AskCompleted): Tool => ({
  declaration: {
    name: 'ask_about_completed_tool',
    description:
      'Asks the model that carried out the act about what it did and saw, also where the record is cut; `run`: an act within it, as "7f3k.5". It only answers: nothing is done.',
    parameters: {
      type: 'object',
      properties: { question: { type: 'string', minLength: 1 }, run: { type: 'string', minLength: 1 } },
      required: ['question'],
      additionalProperties: false,
    },
  },
  async perform({ question, run = null }, { signal }) {
    const answer = await ask(String(question), run === null ? null : String(run), signal);
    return answer.ok ? told(answer.text) : { output: answer.text, isError: true, carriedOut: true };
  },
});
