import type { IncomingMessage } from 'node:http';
import { durationText } from '../../../core/model/duration.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { shownFailure } from '../../../core/model/shown-failure.ts';
import { recordOf } from '../../../core/model/untrusted-json.ts';
import type { Answer, Call, Runner } from '../../../ports/runner.ts';
import { Completion } from './completion.ts';
import { connectionFailureOf, httpFailureOf, streamFailureOf } from './http-failure.ts';
import { postJson } from './http-post.ts';
import type { OpenaiSettings } from './settings.ts';
import { SseStream } from './sse-stream.ts';

export { type OpenaiSettings, openaiSettings } from './settings.ts';

/** More than this no model writes. */
const bodyLimitBytes = 64 * 1024 * 1024;

const tiers = ['smart', 'general', 'fast'];

/** A model behind an endpoint that speaks the OpenAI chat API. It answers; it cannot change files. */
export function openaiRunner(settings: OpenaiSettings, nowMs: () => number = Date.now): Runner {
  const url = URL.parse(`${settings.endpoint}/chat/completions`);
  let warnings = settings.warnings;
  const modelOf = (asked: string | null): string => (asked === null || tiers.includes(asked) ? settings.model : asked);
  return {
    name: 'openai',
    label: `${settings.model} at ${url?.host ?? settings.endpoint} (answers, cannot change files)`,
    edits: false,
    billing: (asked) => ({ name: modelOf(asked), from: { endpoint: settings.endpoint } }),
    start(call) {
      const said = warnings;
      warnings = [];
      const model = modelOf(call.model);
      const answer = ask(call, { settings, url, model, nowMs }).then(
        ({ reply, usage }): Answer => ({ reply: shown(reply, settings.apiKey), usage, warnings: said }),
      );
      return { activity: activityOf(model, url), answer };
    },
  };
}

interface Asking {
  readonly settings: OpenaiSettings;
  readonly url: URL | null;
  readonly model: string;
  readonly nowMs: () => number;
}

type Answered = Pick<Answer, 'reply' | 'usage'>;

async function* activityOf(model: string, url: URL | null): AsyncGenerator<string> {
  yield `asks ${model} at ${url?.host ?? 'an endpoint'}`;
}

async function ask(call: Call, asking: Asking): Promise<Answered> {
  const { settings, url, model } = asking;
  const completion = new Completion();
  const failed = (failure: Failure): Answered => ({ reply: { ok: false, failure }, usage: completion.usage(model) });
  if (url === null || !/^https?:$/.test(url.protocol))
    return failed({ kind: 'refused', message: 'The endpoint is no http or https address.', hint: 'Look at PAWL_OPENAI_ENDPOINT.' });
  const timeoutMs = Math.min(call.timeoutMs, settings.timeoutMs);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([call.signal, timeout]);
  try {
    const failure = await receive(call, url, asking, completion, signal);
    return failure === null ? { reply: completion.reply(), usage: completion.usage(model) } : failed(failure);
  } catch (error) {
    if (call.signal.aborted) return failed({ kind: 'cancelled', message: 'The call was cancelled.' });
    if (timeout.aborted) return failed({ kind: 'timeout', message: `${model} did not answer within ${durationText(timeoutMs)}.` });
    return failed(connectionFailureOf(error, url.origin));
  }
}

/** Fills the completion; a failure is what the server said instead. Throws what the connection throws before the answer begins. */
async function receive(call: Call, url: URL, asking: Asking, completion: Completion, signal: AbortSignal): Promise<Failure | null> {
  const { settings, model } = asking;
  const messages = [
    ...(call.principles.length === 0
      ? []
      : [{ role: 'system', content: `Follow these principles:\n${call.principles.map((each) => `- ${each}`).join('\n')}` }]),
    { role: 'user', content: call.prompt },
  ];
  const body = { model, messages, stream: true };
  let response = await postJson(url, { ...body, stream_options: { include_usage: true } }, settings.apiKey, signal);
  if (response.statusCode === 400) {
    const text = await wholeOf(response);
    // Older servers refuse the option by its name; then the tokens stay unknown.
    if (text === null || !text.includes('stream_options')) return httpFailureOf(400, response.headers, text ?? '', model, asking.nowMs());
    response = await postJson(url, body, settings.apiKey, signal);
  }
  const status = response.statusCode ?? 0;
  if (status !== 200) return httpFailureOf(status, response.headers, (await wholeOf(response)) ?? '', model, asking.nowMs());
  const isStream = /^text\/event-stream\b/i.test(response.headers['content-type'] ?? '');
  const failure = isStream ? await receiveStream(response, completion, signal) : await receiveDocument(response, completion);
  return failure ?? (completion.error ? streamFailureOf(completion.error, model, asking.nowMs()) : null);
}

const tooLarge: Failure = { kind: 'too_large', message: 'The answer is over 64 MiB.', retryable: false };

async function receiveStream(response: IncomingMessage, completion: Completion, signal: AbortSignal): Promise<Failure | null> {
  const stream = new SseStream();
  let bytes = 0;
  const take = (data: string): Failure | null => {
    if (data === '[DONE]') completion.finish();
    if (data === '[DONE]' || data === '') return null;
    const part = recordOf(parsed(data));
    if (part === null) return { kind: 'invalid_output', message: `The server sent a piece that is no JSON: ${data}`, retryable: true };
    completion.add(part);
    return null;
  };
  try {
    for await (const piece of response) {
      bytes += (piece as Buffer).length;
      if (bytes > bodyLimitBytes) return tooLarge;
      for (const data of stream.push(piece as Buffer)) {
        const failure = take(data);
        if (failure) return failure;
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    // The connection broke after the answer had begun: the completion knows how much of it is missing.
    return null;
  }
  for (const data of stream.end()) {
    // A piece that the end of the connection cut in two is a broken answer, not a wrong one.
    if (take(data) !== null) return null;
  }
  return null;
}

async function receiveDocument(response: IncomingMessage, completion: Completion): Promise<Failure | null> {
  const text = await wholeOf(response);
  if (text === null) return tooLarge;
  const document = recordOf(parsed(text));
  if (document === null) {
    const message = `The server answered with no JSON: ${text.trim() || 'nothing'}`;
    return response.complete ? { kind: 'invalid_output', message, retryable: false } : null;
  }
  completion.add(document);
  completion.finish();
  return null;
}

/** The body as text; cut short where the connection broke, null when it is too large. */
async function wholeOf(response: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response) {
      bytes += (piece as Buffer).length;
      if (bytes > bodyLimitBytes) return null;
      pieces.push(piece as Buffer);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A failure as it may be shown: without the key. */
const shown = (reply: Answer['reply'], apiKey: string | null): Answer['reply'] =>
  reply.ok ? reply : { ok: false, failure: shownFailure(reply.failure, apiKey) };
