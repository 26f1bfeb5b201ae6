import type { Failure } from '../../../core/model/failure.ts';
import { recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import type { Prices } from '../../../ports/prices.ts';
import type { ProgramOutcome } from '../../../ports/programs.ts';
import type { Call } from '../../../ports/runner.ts';
import { type Conversation, type Ending, type Fields, failed, type Verdict } from '../../agent-cli/conversation.ts';
import { modelNamed } from '../../agent-cli/tiers.ts';
import { activityOf } from './activity.ts';
import { argumentsOf, geminiTiers, stdinOf } from './arguments.ts';
import { failureOfSentence } from './error-sentence.ts';
import { exitFailure } from './exit-code.ts';
import { usageOf } from './stats.ts';
import { sentenceOf, Tally } from './tally.ts';

export interface GeminiAllowances {
  readonly unsafe: boolean;
  readonly maxTurns: number;
}

/** A call in the terms of the `gemini` program. */
export function geminiConversation(call: Call, { unsafe, maxTurns }: GeminiAllowances, prices: Prices | null): Conversation {
  const tally = new Tally();
  return {
    args: argumentsOf(call, unsafe),
    stdin: stdinOf(call),
    take(event) {
      tally.add(event);
      return activityOf(event, call.cwd);
    },
    get ended() {
      return tally.result !== null;
    },
    get overrun() {
      return tally.turns > maxTurns && tally.result === null ? overrunOf(maxTurns) : null;
    },
    verdict: (ending) => hinted(verdictOfResult(tally.result ?? {}, tally, ending), call),
    complaint: (nowMs) => (tally.complaint === null ? null : failureOfSentence(tally.complaint, null, nowMs)),
    failureOfEnd: exitFailure,
    usage: () => usageOf(recordOf(tally.result?.stats), prices),
    warnings: tally.notes,
  };
}

function verdictOfResult(result: Fields, tally: Tally, { outcome, nowMs }: Ending): Verdict {
  const error = recordOf(result.error);
  if (error !== null || textOf(result.error) !== null || (textOf(result.status) ?? 'success') !== 'success') {
    if (error?.type === 'FatalTurnLimitedError') return failed(turnLimit(sentenceOf(result)));
    const sentence = error === null ? (tally.complaint ?? sentenceOf(result)) : sentenceOf(result);
    return failed(failureOfSentence(sentence, exitCodeOf(outcome), nowMs));
  }
  if (result.response !== undefined && result.response !== null && typeof result.response !== 'string')
    return failed({ kind: 'invalid_output', message: 'The response that gemini printed is not a text.' });
  const text = textOf(result.response) ?? tally.words;
  if (text.trim() !== '') return { reply: { ok: true, text }, warnings: [] };
  return { reply: { ok: true, text: '' }, warnings: ['gemini ended without a word: the reply is empty.'] };
}

const exitCodeOf = ({ end }: ProgramOutcome): number | null => (end.kind === 'exit' ? end.code : null);

const turnLimit = (message: string): Failure => ({
  kind: 'incomplete',
  message,
  retryable: false,
  hint: 'Give the step less to do, or split it.',
});

/** The program has a limit of turns in its settings alone, so the turns are counted here. */
const overrunOf = (maxTurns: number): Failure => turnLimit(`gemini reached the limit of ${maxTurns} turns and was ended.`);

function hinted(verdict: Verdict, { model }: Call): Verdict {
  if (verdict.reply.ok || verdict.reply.failure.hint !== undefined) return verdict;
  const hint = hintOf(verdict.reply.failure, model);
  return hint === null ? verdict : { ...verdict, reply: { ok: false, failure: { ...verdict.reply.failure, hint } } };
}

function hintOf({ kind }: Failure, model: string | null): string | null {
  if (kind === 'auth') return 'Start `gemini` once and log in, or set GEMINI_API_KEY.';
  if (kind !== 'not_found' || model === null) return null;
  const named = modelNamed(model, geminiTiers);
  return `The step asks for the model "${model}"${named === model ? '' : `, which is ${named} at gemini`}.`;
}
