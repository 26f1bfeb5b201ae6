import { stripVTControlCharacters } from 'node:util';
import { durationText } from '../../core/model/duration.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Call } from '../../ports/runner.ts';
import { type Conversation, type Ending, failed, type Verdict } from './conversation.ts';

/** Whether the call went well. What the program said decides; its exit code never makes an error good, nor a good answer bad. */
export function verdictOf(name: string, call: Call, conversation: Conversation, ending: Ending): Verdict {
  const { end } = ending.outcome;
  if (end.kind === 'cancelled' && (conversation.overrun === null || call.signal.aborted))
    return failed({ kind: 'cancelled', message: 'The call was cancelled.' });
  if (end.kind === 'failed') return failed(end.failure);
  const verdict = judged(name, conversation, ending);
  const warnings = [...new Set([...verdict.warnings, ...conversation.warnings])];
  if (ending.overlongLines > 0) warnings.push(`${name} printed ${ending.overlongLines} line(s) over 32 MiB, which were passed over.`);
  if (verdict.reply.ok && (end.kind === 'timeout' || end.kind === 'idle'))
    warnings.push(`${name} gave its result but did not exit, so it was ended.`);
  return { ...verdict, warnings };
}

function judged(name: string, conversation: Conversation, ending: Ending): Verdict {
  if (conversation.ended) return conversation.verdict(ending);
  return failed(conversation.overrun ?? conversation.complaint(ending.nowMs) ?? withoutResult(name, conversation, ending));
}

function withoutResult(name: string, conversation: Conversation, { outcome, noise, overlongLines }: Ending): Failure {
  const { end } = outcome;
  if (end.kind === 'timeout') return { kind: 'timeout', message: `${name} did not finish within ${durationText(end.timeoutMs)}.` };
  if (end.kind === 'idle') return { kind: 'timeout', message: `${name} printed nothing for ${durationText(end.idleMs)}, so it was ended.` };
  if (overlongLines > 0)
    return { kind: 'too_large', message: `${name} printed no result but a line over 32 MiB, which may have been it.`, retryable: false };
  const said = lastWords(outcome.stderr, noise);
  if (end.kind === 'signal')
    return { kind: 'signal', message: `${name} was ended by ${end.signal} without a result.${said}`, retryable: true };
  if (end.kind === 'exit' && end.code !== 0) {
    const message = `${name} ended with exit code ${end.code} without a result.${said}`;
    return conversation.failureOfEnd?.(end.code, message) ?? { kind: 'exit', message };
  }
  return { kind: 'incomplete', message: `${name} ended without a result.${said}`, retryable: true };
}

/** For people to read only; nothing is concluded from it, as files of the repository may stand in it. */
function lastWords(stderr: Buffer, noise: readonly string[]): string {
  const words = stripVTControlCharacters(stderr.toString('utf8').trim() || noise.slice(-5).join('\n').trim());
  return words === '' ? '' : ` Its last words: ${words.length > 600 ? `…${words.slice(-600)}` : words}`;
}
