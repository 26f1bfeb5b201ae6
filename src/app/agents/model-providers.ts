/** Whom models may be asked of, in the order in which their keys are looked for. `local`: the server of `PAWL_OPENAI_ENDPOINT`. */
export const modelProviders = ['anthropic', 'openai', 'google', 'local'] as const;

export type ModelProvider = (typeof modelProviders)[number];

/** Whether a tier's runner answers acts and is no agent: a provider, or the address of a server. */
export const isModelProvider = (name: string): boolean => (modelProviders as readonly string[]).includes(name) || isEndpoint(name);

export const isEndpoint = (name: string): boolean => /^https?:\/\//.test(name);
