import type { Failure } from '../../../core/model/failure.ts';
import type { Prices } from '../../../ports/prices.ts';
import type { Call } from '../../../ports/runner.ts';
import { activityLine, oneLine } from '../../agent-cli/activity-line.ts';
import { type Conversation, failed, type Verdict } from '../../agent-cli/conversation.ts';
import { promptWithPrinciples } from '../../agent-cli/principles.ts';
import { modelNamed } from '../../agent-cli/tiers.ts';
import { activityOf } from './activity.ts';
import { argumentsOf, codexTiers } from './arguments.ts';
import { failureOfSentence } from './error-sentence.ts';
import { retryLine, sentenceOf, Tally } from './tally.ts';

/** A call in the terms of the `codex` program. */
export function codexConversation(call: Call, unsafe: boolean, prices: Prices | null): Conversation {
  const tally = new Tally();
  const model = modelNamed(call.model, codexTiers);
  const failureOf = (sentence: string, nowMs: number): Failure => hinted(failureOfSentence(sentence, nowMs), call.model, model);
  return {
    args: argumentsOf(call, unsafe),
    stdin: promptWithPrinciples(call.prompt, call.principles),
    take(event) {
      const item = tally.add(event);
      const retry = retryLine(event);
      return item ? activityOf(item, call.cwd) : retry === null ? [] : [activityLine(oneLine(retry))];
    },
    get ended() {
      return tally.end !== null;
    },
    overrun: null,
    verdict: ({ nowMs }) => (tally.end?.type === 'turn.failed' ? failed(failureOf(sentenceOf(tally.end), nowMs)) : answerOf(tally)),
    complaint: (nowMs) => (tally.complaint === null ? null : failureOf(tally.complaint, nowMs)),
    usage: () => tally.usage(model, prices),
    warnings: tally.notes,
  };
}

/**
 * A turn that was completed. One that shows neither a word nor work is what a refusal looks like: codex passes the words of a
 * refusal over.
 */
function answerOf({ words, worked }: Tally): Verdict {
  if (words === null && !worked) {
    const message = 'codex ended its turn without a word, and was not seen at work. A model that refuses to answer looks like this.';
    return failed({ kind: 'incomplete', message, retryable: true });
  }
  if (words === null || words.trim() === '')
    return { reply: { ok: true, text: '' }, warnings: ['codex ended its turn without a word: the reply is empty.'] };
  return { reply: { ok: true, text: words }, warnings: [] };
}

function hinted(failure: Failure, asked: string | null, named: string | null): Failure {
  if (failure.hint !== undefined) return failure;
  if (failure.kind === 'auth') return { ...failure, hint: 'Log in once with `codex login`, or set CODEX_API_KEY.' };
  if (failure.kind !== 'not_found' || asked === null) return failure;
  return { ...failure, hint: `The step asks for the model "${asked}"${asked === named ? '' : `, which is ${named} at codex`}.` };
}
