import type { Prices } from '../../../ports/prices.ts';
import type { Runner } from '../../../ports/runner.ts';
import { type ProgramOptions, programRunner } from '../../agent-cli/program-runner.ts';
import { modelNamed } from '../../agent-cli/tiers.ts';
import { codexTiers } from './arguments.ts';
import { codexConversation } from './codex-conversation.ts';

export interface CodexOptions extends ProgramOptions {
  /** What tokens cost, as codex tells no price. Without it all calls are unpriced. */
  readonly prices?: Prices;
}

/** OpenAI's Codex, spawned once a call with the prompt on stdin. */
export function codexRunner(options: CodexOptions): Runner {
  const { unsafe = false, prices = null } = options;
  return {
    ...programRunner('codex', options, (call) => codexConversation(call, unsafe, prices)),
    // Without a name it takes what its own configuration says, which it does not tell.
    billing(asked) {
      const name = modelNamed(asked, codexTiers);
      return name === null ? null : { name, from: { provider: 'openai' } };
    },
  };
}
