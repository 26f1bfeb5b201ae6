import type { Call } from '../../../ports/runner.ts';
import { principlesText } from '../../agent-cli/principles.ts';
import { modelNamed } from '../../agent-cli/tiers.ts';

/** What an agent may do without being asked, and so all that it may do: there is nobody to ask. */
const allowedTools = 'Bash,Read,Edit,Write,Grep,Glob';

/** Names that the program keeps for the newest model of each kind. */
export const claudeTiers = { smart: 'opus', general: 'sonnet', fast: 'haiku' };

export interface Allowances {
  readonly maxTurns: number;
  /** Adds the flag that skips every permission check. Only on a person's express wish. */
  readonly unsafe: boolean;
}

/** The arguments of the `claude` program for a call; the table in docs/runners.md says the same. */
export function argumentsOf(call: Call, { maxTurns, unsafe }: Allowances): string[] {
  const model = modelNamed(call.model, claudeTiers);
  return [
    '-p',
    '--output-format',
    'stream-json',
    // Without it `claude` refuses stream-json in print mode.
    '--verbose',
    '--allowedTools',
    allowedTools,
    '--max-turns',
    String(maxTurns),
    ...(model === null ? [] : ['--model', model]),
    ...(call.principles.length === 0 ? [] : ['--append-system-prompt', principlesText(call.principles)]),
    ...(unsafe ? ['--dangerously-skip-permissions'] : []),
  ];
}

/**
 * The prompt as it goes to stdin. `claude` takes a text that begins with a slash for a command of its own (tried: `/clear …`
 * ends at once with an empty answer and no model was asked); after a newline it is text.
 */
export const stdinOf = (prompt: string): string => (prompt.startsWith('/') ? `\n${prompt}` : prompt);
