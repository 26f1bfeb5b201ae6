/** Who is asked: a provider by its own API, or any server that speaks OpenAI's chat API. */
export type ProviderName = 'anthropic' | 'openai' | 'google' | 'compatible';

/** Which model is asked where, and as whom. */
export interface ModelSettings {
  readonly provider: ProviderName;
  /** By the name that the provider knows it by. */
  readonly model: string;
  /** Base of the API, with its version (`…/v1`); null = the provider's own, which `compatible` does not have. */
  readonly baseUrl: string | null;
  /** null = none is sent, which only `compatible` allows. */
  readonly key: ModelKey | null;
  /** Sent with every request, besides those of the API. */
  readonly headers: Readonly<Record<string, string>>;
  /** Tokens that a request and its reply may have together. */
  readonly contextTokens: number;
}

export interface ModelKey {
  /** It stands in no message and no recording. null = it was looked for and is not there. */
  readonly value: string | null;
  /** The variable of the environment that it belongs in, for a message. */
  readonly variable: string;
}
