import type { Prices } from '../../../ports/prices.ts';
import type { Runner } from '../../../ports/runner.ts';
import { type ProgramOptions, programRunner } from '../../agent-cli/program-runner.ts';
import { modelNamed } from '../../agent-cli/tiers.ts';
import { geminiTiers } from './arguments.ts';
import { geminiConversation } from './gemini-conversation.ts';

export interface GeminiOptions extends ProgramOptions {
  /** Default 30. */
  readonly maxTurns?: number;
  /** What tokens cost, as gemini tells no price. Without it all calls are unpriced. */
  readonly prices?: Prices;
}

/** Google's Gemini CLI, spawned once a call with the prompt on stdin. */
export function geminiRunner(options: GeminiOptions): Runner {
  const allowances = { unsafe: options.unsafe ?? false, maxTurns: options.maxTurns ?? 30 };
  return {
    ...programRunner('gemini', options, (call) => geminiConversation(call, allowances, options.prices ?? null)),
    // Without a name it takes what its own configuration says, which it tells afterwards.
    billing(asked) {
      const name = modelNamed(asked, geminiTiers);
      return name === null ? null : { name, from: { provider: 'google' } };
    },
  };
}
