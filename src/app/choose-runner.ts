import type { Script } from '../adapters/runner/scripted/script.ts';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, type Result } from '../core/model/result.ts';
import type { Programs } from '../ports/programs.ts';
import type { Runner } from '../ports/runner.ts';
import { agentNames, isAgentName } from './agent-names.ts';
import { agents } from './agents.ts';

export interface AgentChoice {
  /** null = the first one found. */
  readonly agent: string | null;
  /** The replies of a scripted agent: a file's path, or the script itself. */
  readonly script: string | Script | null;
  /** Whether the agent may skip its own permission checks; only on a person's express wish. */
  readonly unsafeAgent: boolean;
}

/** Picks who answers prompt steps. Refused, naming what was looked for, when nobody can. */
export async function chooseRunner(
  choice: AgentChoice,
  env: Readonly<Record<string, string | undefined>>,
  programs: Programs,
): Promise<Result<Runner, Refusal>> {
  const place = { choice, env, programs };
  const wanted = choice.agent ?? (choice.script === null ? null : 'scripted');
  if (wanted !== null) {
    if (isAgentName(wanted)) return agents[wanted].load(place);
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
