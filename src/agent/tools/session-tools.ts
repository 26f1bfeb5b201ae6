import type { Sessions } from '../sessions.ts';
import { type Tool, told, toolFailed } from '../tool.ts';

const named = { type: 'object', properties: { session: { type: 'string' } }, required: ['session'], additionalProperties: false } as const;

/** What an act can do with its stateful sessions besides running code in them. */
export const sessionTools = (sessions: Sessions): Tool[] => [
  {
    declaration: {
      name: 'list_sessions',
      description: 'The stateful sessions that are open, with how many cells have run in each.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
    },
    perform: async () => told(JSON.stringify(sessions.list())),
  },
  {
    declaration: { name: 'inspect_session', description: 'The variables of a stateful session, each with what it is.', parameters: named },
    async perform({ session }) {
      const variables = await sessions.at(String(session))?.variables();
      if (variables === undefined) return noSession(sessions, String(session));
      return variables.ok
        ? told(variables.value.map(({ name, shown }) => `${name}: ${shown}`).join('\n'))
        : toolFailed(variables.failure.message);
    },
  },
  {
    declaration: { name: 'close_session', description: 'Closes a stateful session; its variables are gone.', parameters: named },
    perform: async ({ session }) => ((await sessions.close(String(session))) ? told('closed') : noSession(sessions, String(session))),
  },
];

const noSession = (sessions: Sessions, name: string) => ({
  output: `There is no session "${name}". Open: ${
    sessions
      .list()
      .map((each) => each.name)
      .join(', ') || 'none'
  }.`,
  isError: true,
  carriedOut: true,
});
