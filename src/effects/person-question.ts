import type { EffectHeld, EffectRequested } from '../core/events/effect-event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import { ok, type Result } from '../core/model/result.ts';
import { type Came, cameFailed } from './came.ts';
import type { EffectParts, Judgement } from './effect-parts.ts';

const shownChars = 600;

/** A call as a person reads it; `args` as they stand in the journal. */
export function shownCall(primitive: string, args: readonly Json[]): string {
  const text = JSON.stringify(args).slice(1, -1);
  return `ctx.${primitive}(${text.length > shownChars ? `${text.slice(0, shownChars)}…` : text})`;
}

/** What somebody said with an answer, in brackets; '' where nothing. */
export const saidText = ({ words }: Judgement): string => (words.trim() === '' ? '' : ` (${words.trim()})`);

/**
 * Puts a question to a person: it is on disk before it is asked. null = nobody has answered. The answer goes to the journal with what is
 * written next.
 */
export async function judgement(parts: EffectParts, question: EffectHeld): Promise<Result<Judgement | null, Failure>> {
  parts.journal.note(question);
  const asked = await parts.journal.flush();
  if (!asked.ok) return asked;
  const said = await parts.person.ask(question);
  const judged = said === null ? null : { ...said, words: parts.secrets.clean(said.words) };
  if (judged !== null) parts.journal.note({ type: 'effect.judged', op: question.op, ...judged });
  return ok(judged);
}

/** Asks whether what nobody could take back may be done, though it may be a repetition. What was allowed is on disk. */
export async function askWhetherAllowed(
  parts: EffectParts,
  { op, primitive, distinct }: EffectRequested,
  shownArgs: readonly Json[],
): Promise<'allowed' | Result<Came | null, Failure>> {
  const times = parts.journal.ledger.receipts(primitive).length;
  const before = times === 1 ? 'once' : `${times} times`;
  const question = `May this be done? ${shownCall(primitive, shownArgs)} cannot be taken back, and ctx.${primitive} was called ${before} before in this act. The reason given for it: ${distinct}`;
  const judged = await judgement(parts, { type: 'effect.held', op, why: 'irreversible', question });
  if (!judged.ok || judged.value === null) return judged.ok ? ok(null) : judged;
  if (!judged.value.approved) {
    const message = `ctx.${primitive} was not called: ${judged.value.by} does not allow it${saidText(judged.value)}`;
    return ok(cameFailed({ kind: 'refused', message }, 'person'));
  }
  const onDisk = await parts.journal.flush();
  return onDisk.ok ? 'allowed' : onDisk;
}
