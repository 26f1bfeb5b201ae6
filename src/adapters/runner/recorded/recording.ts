import type { Usage } from '../../../core/events/event-parts.ts';
import { type Failure, failureKinds } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { amountOf, listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import type { Answer } from '../../../ports/runner.ts';
import { type Change, changeJson, changeOf } from './change.ts';

/** The version of the form: a first line about the recording, then one a call, each a JSON object. */
const formVersion = 1;

/** What a recording says of itself in its first line. */
export interface RecordingHead {
  readonly workflow: string;
  readonly agent: string;
  /** Whether the agent could change files. */
  readonly edits: boolean;
}

/** One call of a run, with all that is needed to give its answer again. */
export interface RecordedCall {
  readonly step: string;
  readonly iteration: number;
  /** Counts the calls of one step and iteration, from 1: a retry, a branch that comes back, an item. */
  readonly attempt: number;
  /** sha256 of the prompt, for the replay to see whether it is asked the same. */
  readonly prompt: string;
  readonly model: string | null;
  readonly reply: Answer['reply'];
  readonly usage: Usage;
  readonly warnings: readonly string[];
  /** What it changed in the work tree; null where that could not be told, and so not be done again. */
  readonly changes: readonly Change[] | null;
}

export interface Recording {
  readonly head: RecordingHead;
  readonly calls: readonly RecordedCall[];
}

/** The first line of a recording, with its end. */
export const headLine = (head: RecordingHead): string => `${JSON.stringify({ v: formVersion, type: 'recording', ...head })}\n`;

/** A call as a line, with its end. `redact` sees every text of it but step and model: what must not be written down goes there. */
export function callLine({ reply, changes, warnings, ...call }: RecordedCall, redact: (text: string) => string): string {
  const words = (failure: Failure): Failure => ({
    ...failure,
    message: redact(failure.message),
    ...(failure.hint === undefined ? {} : { hint: redact(failure.hint) }),
  });
  const line = {
    type: 'call',
    ...call,
    reply: reply.ok ? { ok: true, text: redact(reply.text) } : { ok: false, failure: words(reply.failure) },
    warnings: warnings.map(redact),
    changes: changes?.map((change) => changeJson(change, redact)) ?? null,
  };
  return `${JSON.stringify(line)}\n`;
}

/**
 * Reads a recording. A last line without its end is one that a killed run did not get to write, and is left out; anything else that is
 * no such line is a failure, in a sentence that begins with the line.
 */
export function parseRecording(text: string): Result<Recording, string> {
  const [first = '', ...rest] = text.split('\n').slice(0, -1);
  const head = headOf(parsed(first));
  if (typeof head === 'string') return fail(`line 1: ${head}`);
  const calls: RecordedCall[] = [];
  for (const [index, line] of rest.entries()) {
    const call = callOf(parsed(line));
    if (call === null) return fail(`line ${index + 2}: this is no call of a recording`);
    calls.push(call);
  }
  return ok({ head, calls });
}

function headOf(line: Fields | null): RecordingHead | string {
  if (line?.type !== 'recording') return 'this is no recording of a run';
  if (line.v !== formVersion) return `a recording of version ${String(line.v)}; this Pawl reads version ${formVersion}`;
  return { workflow: textOf(line.workflow) ?? '', agent: textOf(line.agent) ?? '', edits: line.edits === true };
}

function callOf(line: Fields | null): RecordedCall | null {
  const [step, prompt] = [textOf(line?.step), textOf(line?.prompt)];
  const [iteration, attempt] = [amountOf(line?.iteration), amountOf(line?.attempt)];
  const reply = replyOf(recordOf(line?.reply));
  if (line?.type !== 'call' || step === null || prompt === null || iteration === null || attempt === null || reply === null) return null;
  const changes = line.changes === null ? null : listOf(line.changes).map((change) => changeOf(recordOf(change)));
  if (changes?.includes(null)) return null;
  const warnings = listOf(line.warnings).filter((warning) => typeof warning === 'string');
  const usage = usageOf(recordOf(line.usage));
  return { step, iteration, attempt, prompt, model: textOf(line.model), reply, usage, warnings, changes: changes as Change[] | null };
}

function replyOf(reply: Fields | null): Answer['reply'] | null {
  if (reply?.ok === true) return typeof reply.text === 'string' ? { ok: true, text: reply.text } : null;
  const failure = recordOf(reply?.failure);
  const kind = failureKinds.find((each) => each === failure?.kind);
  const message = textOf(failure?.message);
  const hint = textOf(failure?.hint);
  if (kind === undefined || message === null) return null;
  const retryable = typeof failure?.retryable === 'boolean' ? { retryable: failure.retryable } : {};
  return { ok: false, failure: { kind, message, ...(hint === null ? {} : { hint }), ...retryable } };
}

function usageOf(usage: Fields | null): Usage {
  const cached = amountOf(usage?.cachedInputTokens);
  return {
    nanoUsd: amountOf(usage?.nanoUsd),
    inputTokens: amountOf(usage?.inputTokens),
    ...(cached === null ? {} : { cachedInputTokens: cached }),
    outputTokens: amountOf(usage?.outputTokens),
    model: textOf(usage?.model),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(line: string): Fields | null {
  try {
    return recordOf(JSON.parse(line));
  } catch {
    return null;
  }
}
