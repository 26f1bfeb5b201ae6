/** Who can answer prompts, in the order in which they are looked for. What each is stands in `agents.ts`. */
export const agentNames = ['claude', 'codex', 'gemini', 'openai', 'actor', 'scripted'] as const;

export type AgentName = (typeof agentNames)[number];

export const isAgentName = (name: string): name is AgentName => (agentNames as readonly string[]).includes(name);
