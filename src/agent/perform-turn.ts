import { messagesOf, valuesIn } from '../core/act/act-messages.ts';
import type { ActState } from '../core/act/act-state.ts';
import { readCalls } from '../core/act/read-turn.ts';
import type { ActIntent, ActOutcome, TurnReply } from '../core/events/act-event.ts';
import { canonicalText } from '../core/model/canonical-json.ts';
import type { ModelMessage } from '../core/model/conversation.ts';
import { digestOf } from '../core/model/digest.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Value } from '../core/model/value.ts';
import { readReply } from '../core/workflow/texts/reply-form.ts';
import { textOf, valueOf } from '../journaling/value-store.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model, ModelAnswer, ModelRequest } from '../ports/model.ts';
import { modelRequest } from './model-request.ts';
import type { Tool } from './tool.ts';

interface Asking {
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly model: Model;
  readonly system: string;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly state: ActState;
  readonly signal: AbortSignal;
  readonly onActivity: (line: string) => void;
}

/** A model that says nothing for so long is not waited for. */
const turnTimeoutMs = 10 * 60_000;

const noUsage = { nanoUsd: 0, inputTokens: null, outputTokens: null, model: null };

type TurnEnded = Extract<ActOutcome, { type: 'turn.ended' }>;

/** Asks the model for one turn, and reads its reply. */
export async function performTurn(asking: Asking, intent: Extract<ActIntent, { type: 'turn.requested' }>): Promise<TurnEnded> {
  const { blobs, clock, model, state, signal } = asking;
  const { op, wait } = intent;
  const ended = (part: Omit<TurnEnded, 'type' | 'op' | 'durationMs'>): TurnEnded => ({
    type: 'turn.ended',
    op,
    ...part,
    durationMs: Math.round(clock.monotonicMs() - startedMs),
  });
  if (wait !== null) await clock.wait(Math.max(wait.forMs, (wait.notBeforeMs ?? 0) - clock.nowMs()), signal);
  const startedMs = clock.monotonicMs();
  const messages = await conversationOf(blobs, state);
  if (!messages.ok) return ended({ digest: '', reply: { ok: false, failure: messages.failure }, usage: noUsage, warnings: [] });
  const request = requestOf(asking, messages.value, intent.tools);
  const digest = digestOf(canonicalText({ ...request, signal: undefined }));
  if (signal.aborted) return ended({ digest, reply: { ok: false, failure: cancelled }, usage: noUsage, warnings: [] });
  const { activity, answer } = model.start(request);
  const shown = (async () => {
    for await (const line of activity) asking.onActivity(line);
  })();
  const { turn, usage, warnings } = await answer;
  await shown.catch(() => {});
  if (!turn.ok) return ended({ digest, reply: turn, usage, warnings });
  const reply = await replyOf(asking, intent.tools, turn);
  return ended({ digest, reply: reply.ok ? { ok: true, ...reply.value } : { ok: false, failure: reply.failure }, usage, warnings });
}

const cancelled: Failure = { kind: 'cancelled', message: 'it was cancelled before the model was asked' };

/** What the model is shown, with every value read. */
export async function conversationOf(blobs: Blobs, { entries }: ActState): Promise<Result<ModelMessage[], Failure>> {
  const texts = new Map<Value, string>();
  for (const value of valuesIn(entries)) {
    const text = await textOf(blobs, value);
    if (!text.ok) return text;
    texts.set(value, text.value);
  }
  return ok(messagesOf(entries, (value) => texts.get(value) as string));
}

const requestOf = ({ system, tools, state, signal }: Asking, messages: readonly ModelMessage[], offered: readonly string[]): ModelRequest =>
  modelRequest({
    system,
    messages,
    tools: offered.map((name) => (tools.get(name) as Tool).declaration),
    toolChoice: 'auto',
    replySchema: state.settings?.responseSchema ?? null,
    maxOutputTokens: null,
    timeoutMs: turnTimeoutMs,
    signal,
  });

async function replyOf(
  { blobs, tools, state }: Asking,
  offered: readonly string[],
  turn: Extract<ModelAnswer['turn'], { ok: true }>,
): Promise<Result<TurnReply, Failure>> {
  const declarations = new Map([...tools].map(([name, { declaration }]) => [name, declaration]));
  const calls: TurnReply['calls'][number][] = [];
  for (const { text, arguments: _, ...call } of readCalls(turn.calls, turn.finish, declarations, offered)) {
    const given = await valueOf(blobs, Buffer.from(text));
    if (!given.ok) return given;
    calls.push({ ...call, arguments: given.value });
  }
  const text = await valueOf(blobs, Buffer.from(turn.text));
  if (!text.ok) return fail(text.failure);
  const schema = state.settings?.responseSchema ?? null;
  const read = schema === null || calls.length > 0 ? null : readReply(turn.text, schema);
  const answer = read !== null && 'json' in read ? await valueOf(blobs, Buffer.from(read.json)) : text;
  if (!answer.ok) return answer;
  return ok({
    text: text.value,
    calls,
    finish: turn.finish,
    opaque: turn.opaque,
    blank: turn.text.trim() === '',
    answer: answer.value,
    misshapen: read !== null && 'misshapen' in read ? read.misshapen : null,
  });
}
