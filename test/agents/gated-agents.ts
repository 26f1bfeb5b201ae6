import { errorBody } from './anthropic-server.ts';
import { claudePlace } from './claude-place.ts';
import { codexPlace } from './codex-place.ts';
import { geminiPlace } from './gemini-place.ts';
import type { ModelReply } from './local-server.ts';

type ToolCall = NonNullable<ModelReply['tools']>[number];

/** What a run through the command line needs to know of an agent: how its model asks for the same things in its terms. */
interface GatedAgent {
  readonly place: (replies: readonly ModelReply[]) => Promise<{
    readonly server: { readonly requests: readonly unknown[] };
    readonly env: Readonly<Record<string, string>>;
  }>;
  readonly write: (path: string, content: string) => ToolCall;
  readonly shell: (command: string) => ToolCall;
  /** What its provider says to a key that it does not know. */
  readonly refusal: ModelReply;
  /** Whether it is said before the run that its price is not known, as no model is named. */
  readonly foretold: boolean;
  /** How many of two calls without a named model have no price: codex does not say which model answered. */
  readonly unpriced: number;
}

export const gatedAgents: Readonly<Record<'claude' | 'codex' | 'gemini', GatedAgent>> = {
  claude: {
    place: claudePlace,
    write: (file_path, content) => ({ name: 'Write', input: { file_path, content } }),
    shell: (command) => ({ name: 'Bash', input: { command, description: 'x' } }),
    refusal: { error: { status: 401, body: errorBody('authentication_error', 'invalid x-api-key') } },
    foretold: false,
    unpriced: 0,
  },
  codex: {
    place: codexPlace,
    write: (path, content) => ({
      name: 'apply_patch',
      input: { text: `*** Begin Patch\n*** Add File: ${path}\n+${content}\n*** End Patch\n` },
    }),
    shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
    refusal: { error: { status: 401, body: { error: { message: 'Incorrect API key provided' } } } },
    foretold: true,
    unpriced: 2,
  },
  gemini: {
    place: (replies) => geminiPlace(replies, true),
    write: (file_path, content) => ({ name: 'write_file', input: { file_path, content } }),
    shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'x' } }),
    refusal: { error: { status: 401, body: { error: { code: 401, message: 'API key not valid', status: 'UNAUTHENTICATED' } } } },
    foretold: true,
    unpriced: 0,
  },
};
