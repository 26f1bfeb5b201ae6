import { durationText } from '../../../core/model/duration.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { shownFailure } from '../../../core/model/shown-failure.ts';
import type { Model, ModelAnswer, ModelRequest } from '../../../ports/model.ts';
import { httpFetch } from './http-fetch.ts';
import type { LanguageModel, Provider } from './provider.ts';
import { nothingSeen } from './provider.ts';
import { answerOf, type Place, receive } from './receive.ts';
import type { ModelSettings, ProviderName } from './settings.ts';
import { TextFeed } from './text-feed.ts';

export type { ModelSettings, ProviderName } from './settings.ts';

/** Each is loaded when its model is: a run that asks another, or none, does not pay for it. */
const load: Readonly<Record<ProviderName, () => Promise<Provider>>> = {
  anthropic: async () => (await import('./anthropic.ts')).anthropic,
  openai: async () => (await import('./openai.ts')).openai,
  google: async () => (await import('./google.ts')).google,
  compatible: async () => (await import('./compatible.ts')).compatible,
};

/** A model behind the API of a provider, or of any server that speaks OpenAI's chat API. */
export async function aiSdkModel(settings: ModelSettings, nowMs: () => number = Date.now): Promise<Model> {
  const provider = await load[settings.provider]();
  const url = URL.parse(settings.baseUrl ?? provider.baseUrl ?? '');
  const place: Place = { settings, provider, host: url?.host ?? 'the endpoint', nowMs };
  const model = languageModelOf(settings, provider, url);
  return {
    name: settings.model,
    label: `${settings.model} (${settings.baseUrl === null ? provider.label : place.host})`,
    contextTokens: settings.contextTokens,
    billing: { name: settings.model, from: settings.baseUrl === null ? { provider: settings.provider } : { endpoint: settings.baseUrl } },
    start(request) {
      const feed = new TextFeed();
      const answer = ask(request, model, place, feed).finally(() => feed.end());
      return { activity: feed, answer };
    },
  };
}

/** The SDK's model, or why it cannot be asked at all, before anything is sent. */
function languageModelOf(settings: ModelSettings, provider: Provider, url: URL | null): LanguageModel | Failure {
  const key = settings.key?.value ?? null;
  if (provider.needsKey && key === null) {
    const variable = settings.key?.variable ?? 'the variable of its key';
    const message = `There is no key for ${provider.label}: ${variable} is not set.`;
    return { kind: 'auth', message, hint: `Set ${variable} to a key that may use ${settings.model}.`, retryable: false };
  }
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
    const variable = settings.key?.variable ?? 'the key';
    return {
      kind: 'auth',
      message: `${variable} holds characters that no key has.`,
      hint: 'Look for a blank, a quote or a line end in it.',
      retryable: false,
    };
  }
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const message = `"${settings.baseUrl ?? ''}" is no http or https address, so ${settings.model} cannot be asked.`;
    return { kind: 'refused', message, hint: 'Give the base address of the API, such as https://host/v1.', retryable: false };
  }
  return provider.languageModel({ ...settings, apiKey: key, baseUrl: url.href.replace(/\/+$/, ''), fetch: httpFetch });
}

/** Timers take a longer time for none at all. */
const longestTimeoutMs = 2 ** 31 - 1;

async function ask(request: ModelRequest, model: LanguageModel | Failure, place: Place, feed: TextFeed): Promise<ModelAnswer> {
  const failed = (failure: Failure): ModelAnswer => answerOf({ ok: false, failure }, nothingSeen(), place, [], 0);
  if (request.signal.aborted) return failed({ kind: 'cancelled', message: 'The call was cancelled.' });
  if (!('doStream' in model)) return failed(model);
  const timeout = AbortSignal.timeout(Math.min(Math.ceil(request.timeoutMs), longestTimeoutMs));
  const signal = AbortSignal.any([request.signal, timeout]);
  const answer = await receive(request, model, place, signal, (piece) => feed.push(piece));
  const { turn } = answer;
  if (turn.ok) return answer;
  return { ...answer, turn: { ok: false, failure: shownFailure(endFailure() ?? turn.failure, place.settings.key?.value ?? null) } };

  function endFailure(): Failure | null {
    if (request.signal.aborted) return { kind: 'cancelled', message: 'The call was cancelled.' };
    if (!timeout.aborted) return null;
    const message = `${place.settings.model} did not answer within ${durationText(request.timeoutMs)}.`;
    return { kind: 'timeout', message, retryable: true };
  }
}
