import type { ActState } from '../core/act/act-state.ts';
import type { SteeringEvent } from '../core/events/steering-event.ts';
import type { ModelMessage } from '../core/model/conversation.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Model } from '../ports/model.ts';
import { modelRequest } from './model-request.ts';
import { conversationOf } from './perform-turn.ts';

interface Questioned {
  readonly blobs: Blobs;
  readonly model: Model;
  readonly system: string;
  readonly state: ActState;
  readonly signal: AbortSignal;
}

const answerTimeoutMs = 2 * 60_000;

/** Answers a question about an act from what it has seen and done so far, beside its work: nothing of it goes into the conversation. */
export async function answerQuestion(
  questioned: Questioned,
  { id, text }: Extract<SteeringEvent, { type: 'question.asked' }>,
): Promise<SteeringEvent> {
  const { blobs, model, system, state, signal } = questioned;
  const conversation = await conversationOf(blobs, state);
  if (!conversation.ok) return { type: 'question.answered', id, answer: { ok: false, error: conversation.failure.message }, usage: null };
  const request = modelRequest({
    system,
    messages: asked(conversation.value, text),
    tools: [],
    toolChoice: 'none',
    replySchema: null,
    maxOutputTokens: null,
    timeoutMs: answerTimeoutMs,
    signal,
  });
  const { answer } = model.start(request);
  const { turn, usage } = await answer;
  const said = turn.ok ? turn.text.trim() : '';
  return {
    type: 'question.answered',
    id,
    answer: said !== '' ? { ok: true, text: said } : { ok: false, error: turn.ok ? 'the model said nothing' : turn.failure.message },
    usage,
  };
}

/** Calls that have no result yet are left out: providers refuse a conversation in which one is missing. */
function asked(conversation: readonly ModelMessage[], question: string): ModelMessage[] {
  const messages = [...conversation];
  const last = messages.at(-1);
  const before = messages.at(-2);
  if (last?.role === 'assistant' && last.calls.length > 0) messages.pop();
  else if (last?.role === 'tool' && before?.role === 'assistant' && last.results.length < before.calls.length) messages.splice(-2);
  const text = `A question beside the task, which you answer from what you know by now, in a few sentences, without doing anything: ${question}`;
  const end = messages.at(-1);
  if (end?.role === 'user') messages[messages.length - 1] = { role: 'user', text: `${end.text}\n\n${text}` };
  else messages.push({ role: 'user', text });
  return messages;
}
