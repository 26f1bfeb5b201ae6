import type { Script } from '../../adapters/runner/scripted/script.ts';

export interface AgentChoice {
  /** Answers every prompt, whatever `pawl.yml` says of tiers; null = whom that names, or the first one found. */
  readonly agent: string | null;
  /** The replies of a scripted agent: a file's path, or the script itself. */
  readonly script: string | Script | null;
  /** Whether the agent may skip its own permission checks; only on a person's express wish. */
  readonly unsafeAgent: boolean;
  /** For a run that is taken up again: how many calls of each step have ended. */
  readonly callsMade: ReadonlyMap<string, number>;
}

/** The agent that a person named; whoever gives a script means the scripted one. */
export const namedAgent = ({ agent, script }: Pick<AgentChoice, 'agent' | 'script'>): string | null =>
  agent ?? (script === null ? null : 'scripted');
