import type { Runner } from '../../../ports/runner.ts';
import { type ProgramOptions, programRunner } from '../../agent-cli/program-runner.ts';
import { claudeConversation } from './claude-conversation.ts';

export interface ClaudeOptions extends ProgramOptions {
  /** Default 30. */
  readonly maxTurns?: number;
}

/** Claude Code, spawned once a call with the prompt on stdin. */
export function claudeRunner(options: ClaudeOptions): Runner {
  const allowances = { maxTurns: options.maxTurns ?? 30, unsafe: options.unsafe ?? false };
  return { ...programRunner('claude', options, (call) => claudeConversation(call, allowances)), billing: () => 'reported' };
}
