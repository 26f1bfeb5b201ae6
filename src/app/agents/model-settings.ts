import type { ModelKey, ModelSettings, ProviderName } from '../../adapters/model/ai-sdk/settings.ts';
import { openaiSettings } from '../../adapters/runner/openai/settings.ts';
import type { Tier } from '../../core/configuration/configuration.ts';
import type { ModelProvider } from './model-providers.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Where a model is asked, before it is known which one. */
export interface Source {
  readonly provider: ProviderName;
  readonly label: string;
  readonly baseUrl: string | null;
  readonly key: ModelKey | null;
  /** What is asked for where only a tier is named; null = a model has to be named. */
  readonly models: Readonly<Record<Tier, string>> | null;
  /** Where nothing else is known of the model. */
  readonly contextTokens: number;
}

interface Known {
  readonly provider: ProviderName;
  readonly label: string;
  /** Of its key: the first that is set; the first is named where none is. */
  readonly variables: readonly [string, ...string[]];
  readonly baseUrlVariable: string;
  /** Of the API, where an address is given without one. */
  readonly version: string;
  readonly models: Readonly<Record<Tier, string>>;
  readonly contextTokens: number;
  /** Whether a model of this name is its. */
  readonly owns: RegExp;
}

/** Models that both the SDK and the list of prices know. */
const known: Readonly<Record<Exclude<ModelProvider, 'local'>, Known>> = {
  anthropic: {
    provider: 'anthropic',
    label: 'Anthropic',
    variables: ['ANTHROPIC_API_KEY'],
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    version: '/v1',
    models: { smart: 'claude-opus-5', general: 'claude-sonnet-5', fast: 'claude-haiku-4-5' },
    contextTokens: 200_000,
    owns: /^claude-/,
  },
  openai: {
    provider: 'openai',
    label: 'OpenAI',
    variables: ['OPENAI_API_KEY'],
    baseUrlVariable: 'OPENAI_BASE_URL',
    version: '/v1',
    models: { smart: 'gpt-6-astra', general: 'gpt-6-sol', fast: 'gpt-6-luna' },
    contextTokens: 200_000,
    owns: /^(gpt-\d|o\d|chatgpt-)/,
  },
  google: {
    provider: 'google',
    label: 'Google',
    variables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    baseUrlVariable: 'GOOGLE_GEMINI_BASE_URL',
    version: '/v1beta',
    models: { smart: 'gemini-3.1-pro-preview', general: 'gemini-3.8-flash', fast: 'gemini-3.5-flash-lite' },
    contextTokens: 1_000_000,
    owns: /^gemini-/,
  },
};

/** Servers of one's own seldom say; more than they have, and they cut what they were told. */
const localContextTokens = 32_768;

/** The variables of the environment in which the keys of models are looked for, besides those that `pawl.yml` names. */
export const modelKeyVariables: readonly string[] = [
  ...Object.values(known).flatMap(({ variables }) => variables),
  'PAWL_OPENAI_API_KEY',
  'DEVKIT_LOCAL_API_KEY',
];

/** Whose model it is, by its name; null = nobody's that is known. */
export function ownerOf(model: string): ModelProvider | null {
  for (const provider of ['anthropic', 'openai', 'google'] as const) if (known[provider].owns.test(model)) return provider;
  return null;
}

/** Where models of a provider are asked, by the environment; null = the server of one's own, and none is named. */
export function sourceOf(provider: ModelProvider, env: Env): Source | null {
  // `openai` is also what the runner of such a server is called: one name, one meaning, in steps and in acts.
  if (provider === 'local' || (provider === 'openai' && openaiSettings(env).configured)) return localSource(env);
  const { variables, baseUrlVariable, version, ...rest } = known[provider];
  const found = variables.find((name) => valueOf(env, name) !== null) ?? variables[0];
  const address = valueOf(env, baseUrlVariable)?.replace(/\/+$/, '') ?? null;
  const baseUrl = address === null || /\/v\d\w*$/.test(address) ? address : `${address}${version}`;
  return { ...rest, baseUrl, key: { value: valueOf(env, found), variable: found } };
}

function localSource(env: Env): Source | null {
  const { configured, endpoint, model, apiKey } = openaiSettings(env);
  if (!configured) return null;
  const context = /^\d{3,9}$/.test(valueOf(env, 'PAWL_OPENAI_CONTEXT') ?? '') ? Number(env.PAWL_OPENAI_CONTEXT) : localContextTokens;
  return {
    ...endpointSource(endpoint, null, env),
    key: apiKey === null ? null : { value: apiKey, variable: 'PAWL_OPENAI_API_KEY' },
    models: { smart: model, general: model, fast: model },
    contextTokens: context,
  };
}

/** A server by its address. Only the key that is named goes to it. */
export const endpointSource = (address: string, keyVariable: string | null, env: Env): Source => ({
  provider: 'compatible',
  label: address,
  baseUrl: address.replace(/\/+$/, ''),
  key: keyVariable === null ? null : { value: valueOf(env, keyVariable), variable: keyVariable },
  models: null,
  contextTokens: localContextTokens,
});

/** The settings of one model there. */
export const settingsOf = ({ provider, baseUrl, key, contextTokens }: Source, model: string, given: number | null): ModelSettings => ({
  provider,
  model,
  baseUrl,
  key,
  headers: {},
  contextTokens: given ?? contextTokens,
});

/** What is looked for in the environment, in words. */
export const lookedFor = (): string =>
  `${Object.values(known)
    .flatMap(({ variables }) => variables)
    .join(', ')}, and PAWL_OPENAI_ENDPOINT or DEVKIT_LOCAL_ENABLED=1`;

/** Empty values count as absent. */
const valueOf = (env: Env, name: string): string | null => env[name]?.trim() || null;
