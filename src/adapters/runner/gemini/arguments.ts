import type { Call } from '../../../ports/runner.ts';
import { promptWithPrinciples } from '../../agent-cli/principles.ts';
import { modelNamed } from '../../agent-cli/tiers.ts';

/** Names that the program keeps for the newest model of each kind. */
export const geminiTiers = { smart: 'pro', general: 'flash', fast: 'flash-lite' };

/**
 * The arguments of the `gemini` program for a call; the table in docs/runners.md says the same. Tried with 0.61.0: without
 * `auto_edit` the tools that edit are taken away, and with the shell alone allowed a command with `>` in it is refused.
 * `--allowed-tools` is to give way to a policy file in 1.0, which older versions do not know.
 */
export function argumentsOf(call: Call, unsafe: boolean): string[] {
  const model = modelNamed(call.model, geminiTiers);
  return [
    '--output-format',
    'stream-json',
    ...(unsafe ? ['--approval-mode', 'yolo', '--skip-trust'] : ['--approval-mode', 'auto_edit', '--allowed-tools', 'run_shell_command']),
    ...(model === null ? [] : ['--model', model]),
  ];
}

/** The prompt as it goes to stdin. A text that begins with a slash would be taken for a command of the program's own. */
export function stdinOf({ prompt, principles }: Call): string {
  const text = promptWithPrinciples(prompt, principles);
  return text.startsWith('/') ? `\n${text}` : text;
}
