import type { Failure, FailureKind } from '../../../core/model/failure.ts';
import { providerFailureOf } from '../../../core/model/provider-failure.ts';
import { amountOf, listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import type { Call } from '../../../ports/runner.ts';
import { type Fields, failed, type Verdict } from '../../agent-cli/conversation.ts';
import type { Complaint } from './complaint.ts';
import type { Tally } from './tally.ts';

/** What the event of type `result` says of the call, by all of its fields. */
export function verdictOfResult(result: Fields, tally: Tally, call: Call, nowMs: number): Verdict {
  const warnings = deniedTools(result);
  const isError = result.is_error === true || (textOf(result.subtype) ?? 'success') !== 'success';
  if (isError) return { ...failed(errorOf(result, tally, call, nowMs)), warnings };
  const stopReason = textOf(result.stop_reason);
  if (stopReason === 'refusal')
    return { ...failed({ kind: 'refused', message: 'The model refused to answer.', retryable: false }), warnings };
  if (stopReason === 'max_tokens')
    return { ...failed({ kind: 'incomplete', message: 'The answer was cut off at the limit of its length.', retryable: true }), warnings };
  if (result.result !== undefined && result.result !== null && typeof result.result !== 'string')
    return { ...failed({ kind: 'invalid_output', message: 'The result that claude printed is not a text.' }), warnings };
  const text = textOf(result.result);
  if (text !== null) return { reply: { ok: true, text }, warnings };
  if (stopReason === 'end_turn')
    return { reply: { ok: true, text: '' }, warnings: [...warnings, 'claude ended its turn without a word: the reply is empty.'] };
  const why = stopReason === null ? 'without saying why it stopped' : `while it waited (${stopReason})`;
  return { ...failed({ kind: 'incomplete', message: `claude ended without an answer, ${why}.`, retryable: true }), warnings };
}

function deniedTools(result: Fields): string[] {
  const tools = new Set(listOf(result.permission_denials).map((each) => textOf(recordOf(each)?.tool_name) ?? 'a tool'));
  return tools.size === 0 ? [] : [`claude was not allowed to use ${[...tools].join(', ')}.`];
}

function errorOf(result: Fields, tally: Tally, call: Call, nowMs: number): Failure {
  const message = textOf(result.result) ?? listOf(result.errors).map(textOf).filter(Boolean).join('; ');
  const words = message || tally.complaint?.message || `claude ended with ${textOf(result.subtype) ?? 'an error'}.`;
  if (result.subtype === 'error_max_turns' || result.terminal_reason === 'max_turns')
    return { kind: 'incomplete', message: words, retryable: false, hint: 'Give the step less to do, or split it.' };
  if (result.stop_reason === 'refusal') return { kind: 'refused', message: words, retryable: false };
  const status = amountOf(result.api_error_status) ?? tally.complaint?.status ?? null;
  return complaintFailure({ message: words, status, kind: tally.complaint?.kind ?? null, retryable: null }, tally, call, nowMs);
}

/** An error of the program's as a failure. Codes say more than the status where both are there: 400 with `billing_error` is a quota. */
export function complaintFailure(complaint: Complaint, tally: Tally, call: Call, nowMs: number): Failure {
  const { message, kind, status, retryable } = complaint;
  if (kind === null && status === null && retryable === false) return { kind: 'refused', message, retryable };
  const failure = providerFailureOf({ status: statusFor(kind, status, tally), message, resetsAt: tally.resetsAt }, nowMs);
  const settled: Failure =
    kind !== null && kind !== failure.kind && ['quota', 'incomplete', 'refused'].includes(kind)
      ? { kind, message, retryable: kind === 'incomplete' }
      : failure;
  const hint = hintOf(settled.kind, message, call);
  return hint === null || settled.hint ? settled : { ...settled, hint };
}

const statusOfKind = new Map<FailureKind | null, number>([
  ['auth', 401],
  ['quota', 402],
  ['not_found', 404],
  ['rate_limited', 429],
  ['overloaded', 529],
]);

function statusFor(kind: FailureKind | null, status: number | null, tally: Tally): number | null {
  if (status !== null) return status;
  return statusOfKind.get(kind) ?? (tally.rateLimited ? 429 : null);
}

function hintOf(kind: FailureKind, message: string, call: Call): string | null {
  if (kind === 'auth') return 'Start `claude` once and log in, or set ANTHROPIC_API_KEY.';
  if (kind === 'not_found' && call.model !== null) return `The step asks for the model "${call.model}".`;
  if (kind === 'rate_limited' && /\$0\b/.test(message)) return 'The limit is $0: it may never be lifted without someone changing it.';
  return null;
}
