import type { Refusal } from '../../core/model/refusal.ts';
import { fail, type Result } from '../../core/model/result.ts';
import type { Prices } from '../../ports/prices.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Runner } from '../../ports/runner.ts';
import { type AgentChoice, namedAgent } from './agent-choice.ts';
import { agentNames, isAgentName } from './agent-names.ts';
import { agents } from './agents.ts';
import type { LateActs } from './late-acts.ts';
import { isModelProvider } from './model-providers.ts';

/** Picks who answers prompt steps. Refused, naming what was looked for, when nobody can. */
export async function chooseRunner(
  choice: AgentChoice,
  env: Readonly<Record<string, string | undefined>>,
  programs: Programs,
  prices: () => Promise<Prices>,
  acts: LateActs,
): Promise<Result<Runner, Refusal>> {
  const place = { choice, env, programs, prices, acts };
  const wanted = namedAgent(choice);
  if (wanted !== null) {
    if (isAgentName(wanted)) return agents[wanted].load(place);
    if (isModelProvider(wanted)) {
      const message = `${wanted} is asked in acts: it answers no prompts of steps`;
      return fail({ code: 'run/no-agent', message, hint: `give the tier to an agent: ${agentNames.join(', ')}` });
    }
    return fail({ code: 'cli/usage', message: `there is no agent called "${wanted}"`, hint: `known: ${agentNames.join(', ')}` });
  }
  const candidates = agentNames.map((name) => agents[name]).filter(({ onlyNamed }) => !onlyNamed);
  for (const agent of candidates) if ((await agent.find(place)) !== null) return agent.load(place);
  return fail({
    code: 'run/no-agent',
    message: `no agent was found: looked for ${candidates.map(({ lookedFor }) => lookedFor).join(', and for ')}`,
    hint: `${candidates.map(({ hint }) => hint).join('; or ')}; pawl doctor  shows what is found`,
  });
}
