import { apiFailureOf } from '../../../core/model/api-failure.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { withoutThoughts } from '../../../core/model/thoughts.ts';
import { recordOf } from '../../../core/model/untrusted-json.ts';
import type { ModelAnswer, ModelRequest } from '../../../ports/model.ts';
import { brokenOff, isUnsent, thrownFailureOf } from './failure.ts';
import { callOptionsOf } from './prompt.ts';
import { type LanguageModel, nothingSeen, type Provider, type Seen, type StreamPart } from './provider.ts';
import type { ModelSettings } from './settings.ts';
import { type OfferedTools, offeredTools } from './tools.ts';
import { finishWith, Turn } from './turn.ts';

/** Whom a model is asked of. */
export interface Place {
  readonly settings: ModelSettings;
  readonly provider: Provider;
  readonly host: string;
  readonly nowMs: () => number;
}

/** Asks once and reads the whole answer. Never rejects for what the provider does; the signal ends it at once. */
export async function receive(
  request: ModelRequest,
  model: LanguageModel,
  place: Place,
  signal: AbortSignal,
  show: (piece: string) => void,
): Promise<ModelAnswer> {
  const { settings, provider } = place;
  const tools = offeredTools(request.tools, namesIn(request));
  const seen = nothingSeen();
  const turn = new Turn();
  const warnings = [...tools.warnings];
  let hasBegun = false;
  let unread: Failure | null = null;
  const failed = (failure: Failure, nanoUsd: 0 | null = null): ModelAnswer =>
    answerOf({ ok: false, failure }, seen, place, warnings, nanoUsd);
  try {
    const { stream } = await model.doStream({ ...callOptionsOf(request, tools, provider, settings.provider), abortSignal: signal });
    hasBegun = true;
    for await (const part of stream as AsyncIterable<StreamPart>) {
      if (part.type === 'raw') readRaw(part.rawValue, provider, seen);
      else if (part.type === 'stream-start') warnings.push(...part.warnings.map(warningText));
      else if (part.type === 'error') unread ??= thrownFailureOf(part.error, settings, place.host, place.nowMs(), hasBegun);
      else show(turn.add(part));
      if (seen.isEnded && provider.endsAtOnce) break;
    }
  } catch (error) {
    // What the stream had said before it broke tells more than how it broke.
    if (seen.error === null && unread === null)
      return failed(thrownFailureOf(error, settings, place.host, place.nowMs(), hasBegun), !hasBegun && isUnsent(error) ? 0 : null);
  }
  if (seen.error !== null) return failed(apiFailureOf({ status: null, body: seen.error, headers: {} }, place.nowMs()));
  if (unread !== null) return failed(unread);
  if (!seen.isEnded) return failed(brokenOff);
  return endedAnswer(request, turn, tools, place, seen, warnings);
}

function endedAnswer(request: ModelRequest, turn: Turn, tools: OfferedTools, place: Place, seen: Seen, warnings: string[]): ModelAnswer {
  const failed = (failure: Failure): ModelAnswer => answerOf({ ok: false, failure }, seen, place, warnings);
  const { text: said, calls, opaque } = turn.outcome(tools, idsIn(request), request.messages.length, place.settings.provider);
  const isRefused = seen.finish === 'refused' || (seen.refusal.trim() !== '' && !turn.hasCalls);
  if (isRefused) {
    const words = seen.refusal.trim() || said.trim() || `The provider stopped the answer: ${seen.said}.`;
    return failed({ kind: 'refused', message: words, retryable: false });
  }
  const finish = finishWith(seen.finish === 'refused' ? 'unknown' : seen.finish, turn.hasCalls);
  // Only where the output was cut may a call be cut: it is given as it came, for the model to be told.
  if (turn.hasCutCall && finish !== 'length') return failed(brokenOff);
  const text = withoutThoughts(said);
  if (text === null) return failed({ ...brokenOff, message: 'The answer ended while the model was still thinking.' });
  const told =
    finish === 'unknown' && seen.said !== null ? [`${place.provider.label} ended the answer for a reason of its own: ${seen.said}`] : [];
  return answerOf({ ok: true, text, calls, finish, opaque }, seen, place, [...warnings, ...told]);
}

/** An answer with what is known of its tokens; what they cost is known elsewhere, and here where nothing was sent. */
export const answerOf = (
  turn: ModelAnswer['turn'],
  seen: Seen,
  { settings }: Place,
  warnings: readonly string[],
  nanoUsd: 0 | null = null,
): ModelAnswer => ({
  turn,
  usage: {
    nanoUsd,
    inputTokens: seen.inputTokens,
    ...(seen.cachedInputTokens === null ? {} : { cachedInputTokens: seen.cachedInputTokens }),
    ...(seen.cacheWriteTokens === null ? {} : { cacheWriteTokens: seen.cacheWriteTokens }),
    outputTokens: seen.outputTokens,
    model: seen.model ?? settings.model,
  },
  warnings,
});

function readRaw(raw: unknown, provider: Provider, seen: Seen): void {
  const event = recordOf(raw);
  if (event !== null) provider.read(event, seen);
}

function warningText(warning: Extract<StreamPart, { type: 'stream-start' }>['warnings'][number]): string {
  switch (warning.type) {
    case 'other':
      return warning.message;
    case 'deprecated':
      return `${warning.setting}: ${warning.message}`;
    default:
      return `${warning.feature} is not as it was asked for${warning.details === undefined ? '' : `: ${warning.details}`}`;
  }
}

/** What tools were called in the messages, whatever the model wrote. */
const namesIn = ({ messages }: ModelRequest): string[] =>
  messages.flatMap((message) => {
    if (message.role === 'assistant') return message.calls.map(({ name }) => name);
    return message.role === 'tool' ? message.results.map(({ name }) => name) : [];
  });

const idsIn = ({ messages }: ModelRequest): ReadonlySet<string> =>
  new Set(messages.flatMap((message) => (message.role === 'assistant' ? message.calls.map(({ id }) => id) : [])));
