import type { AnthropicProvider } from '@ai-sdk/anthropic';
import type { Finish } from '../../../core/model/conversation.ts';
import type { Json } from '../../../core/model/json.ts';
import type { ModelSettings } from './settings.ts';

/** A model of the SDK, by the one form that all its providers have. */
export type LanguageModel = ReturnType<AnthropicProvider['languageModel']>;
export type CallOptions = Parameters<LanguageModel['doStream']>[0];
export type Prompt = CallOptions['prompt'];
type Stream = Awaited<ReturnType<LanguageModel['doStream']>>['stream'];
export type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never;
export type ProviderData = NonNullable<CallOptions['providerOptions']>;

/** What is the provider's own in how it is asked and how it answers; the rest is the same for all. */
export interface Provider {
  /** What a person reads. */
  readonly label: string;
  /** Where it is, with the version of its API; null where a person has to say it. */
  readonly baseUrl: string | null;
  /** Whether it answers nobody without a key. */
  readonly needsKey: boolean;
  languageModel(settings: Asked): LanguageModel;
  /**
   * Whether nothing follows what `read` takes for the end, so that a connection that a gateway leaves open need not be waited for. Elsewhere
   * tokens follow.
   */
  readonly endsAtOnce: boolean;
  /** Options of the request, of its static parts and of its end: what is cached, what is kept. */
  readonly options: ProviderOptions;
  /** Looks at an event of the stream, as it came, for what the SDK does not hand on. */
  read(event: Fields, seen: Seen): void;
}

interface Asked extends Omit<ModelSettings, 'key' | 'baseUrl'> {
  readonly apiKey: string | null;
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
}

interface ProviderOptions {
  /** Of the whole request; `digest` is that of its static part. */
  readonly request: (digest: string) => ProviderData | undefined;
  /** Of what ends a part that later requests will have too: the system text, the last tool, the last message. */
  readonly cached: ProviderData | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What the events of a stream told, besides what the SDK makes of them. */
export interface Seen {
  /** Whether the answer came to its end as the protocol has it. */
  isEnded: boolean;
  /** Why it stopped; `refused`: the provider or the model would not answer. */
  finish: Finish | 'refused';
  /** The provider's word for that. */
  said: string | null;
  /** The words of a refusal. */
  refusal: string;
  /** The error that the provider put into its stream. */
  error: Json | null;
  model: string | null;
  inputTokens: number | null;
  cachedInputTokens: number | null;
  cacheWriteTokens: number | null;
  outputTokens: number | null;
}

export const nothingSeen = (): Seen => ({
  isEnded: false,
  finish: 'unknown',
  said: null,
  refusal: '',
  error: null,
  model: null,
  inputTokens: null,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
});

/** Why it stopped, by a table of the provider's words. */
export function sayFinish(seen: Seen, word: string, words: Readonly<Record<string, Seen['finish']>>): void {
  seen.said = word;
  seen.finish = Object.hasOwn(words, word) ? (words[word] as Seen['finish']) : 'unknown';
}

/** Sums what is known; null where nothing is. */
export function sumOf(...amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}
