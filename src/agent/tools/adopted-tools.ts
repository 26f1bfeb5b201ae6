import { adoptedTools } from '../../core/act/tool-kit.ts';
import type { Json } from '../../core/model/json.ts';
import { RunFailed } from '../../core/model/run-failed.ts';
import type { Handle } from '../../ports/handle.ts';
import { type Tool, told, toolFailed } from '../tool.ts';

/** An act that goes on beside this one. */
export type Adopted = Pick<Handle<unknown>, 'ask' | 'interject' | 'stop'>;

/** What the model can do with it while it goes on; `adopted` gives it by its run, null where it is over. */
export function toolsFor(run: string, adopted: (run: string) => Adopted | null): Tool[] {
  const [ask, interject, stop] = adoptedTools(run);
  const tool = (name: string, description: string, key: string, act: (it: Adopted, text: string) => Promise<string>): Tool => ({
    declaration: {
      name,
      description,
      parameters: { type: 'object', properties: { [key]: { type: 'string', minLength: 1 } }, required: [key], additionalProperties: false },
    },
    perform: (given) => asked(run, adopted, String((given as Readonly<Record<string, Json>>)[key]), act),
  });
  return [
    tool(ask, `Asks act ${run}, which goes on beside you, how it stands.`, 'question', (it, text) => it.ask(text)),
    tool(
      interject,
      `Tells act ${run}, which goes on beside you, something that it hears before its next turn.`,
      'message',
      async (it, text) => {
        await it.interject(text);
        return 'It will hear that before its next turn.';
      },
    ),
    tool(stop, `Ends act ${run}, which goes on beside you; what it did stays.`, 'reason', async (it, text) => {
      await it.stop(text);
      return 'It has ended.';
    }),
  ];
}

async function asked(
  run: string,
  adopted: (run: string) => Adopted | null,
  text: string,
  act: (it: Adopted, text: string) => Promise<string>,
) {
  const it = adopted(run);
  if (it === null) return { output: `Act ${run} hears nothing: it has ended, or waits for a person.`, isError: true, carriedOut: true };
  try {
    return told(await act(it, text));
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    return toolFailed(error.failure.message);
  }
}
