import type { Usage } from '../../../core/events/event-parts.ts';
import type { ToolCall } from '../../../core/model/conversation.ts';
import { type Failure, failureKinds } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { amountOf, listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import type { ModelAnswer } from '../../../ports/model.ts';

/** The version of the form: a first line about the model, then one a turn, each a JSON object. */
const formVersion = 1;

/** What a cassette says of the model that was asked. */
export interface CassetteHead {
  readonly name: string;
  readonly label: string;
  readonly contextTokens: number;
}

export interface RecordedTurn {
  /** sha256 of the canonical request. */
  readonly digest: string;
  /** The request itself, to show the nearest one where another is asked. */
  readonly asked: Json;
  readonly answer: ModelAnswer;
}

export const headLine = (head: CassetteHead): string => `${JSON.stringify({ type: 'cassette', v: formVersion, ...head })}\n`;

export const turnLine = ({ digest, asked, answer: { turn, usage, warnings } }: RecordedTurn): string =>
  `${JSON.stringify({ type: 'turn', digest, turn, usage, warnings, asked })}\n`;

/** Reads a cassette. A last line without its end is one that was being written, and is not read. The failure begins with the line. */
export function parseCassette(text: string): Result<{ readonly head: CassetteHead; readonly turns: readonly RecordedTurn[] }, string> {
  const [first = '', ...rest] = text.split('\n').slice(0, -1);
  const head = headOf(parsed(first));
  if (typeof head === 'string') return fail(`line 1: ${head}`);
  const turns: RecordedTurn[] = [];
  for (const [index, line] of rest.entries()) {
    const turn = recordedTurnOf(parsed(line));
    if (turn === null) return fail(`line ${index + 2}: this is no turn of a cassette`);
    turns.push(turn);
  }
  return ok({ head, turns });
}

type Fields = Readonly<Record<string, unknown>>;

function headOf(line: Fields | null): CassetteHead | string {
  if (line?.type !== 'cassette') return 'this is no cassette of a model';
  if (line.v !== formVersion) return `a cassette of version ${String(line.v)}; this Pawl reads version ${formVersion}`;
  return {
    name: textOf(line.name) ?? 'cassette',
    label: textOf(line.label) ?? 'a model',
    contextTokens: amountOf(line.contextTokens) ?? 200_000,
  };
}

function recordedTurnOf(line: Fields | null): RecordedTurn | null {
  const digest = textOf(line?.digest);
  const turn = turnOf(recordOf(line?.turn));
  if (line?.type !== 'turn' || digest === null || turn === null || line.asked === undefined) return null;
  const warnings = listOf(line.warnings).filter((warning) => typeof warning === 'string');
  return { digest, asked: line.asked as Json, answer: { turn, usage: usageOf(recordOf(line.usage)), warnings } };
}

const finishes = ['stop', 'calls', 'length', 'unknown'] as const;

function turnOf(turn: Fields | null): ModelAnswer['turn'] | null {
  if (turn?.ok === false) {
    const failure = failureOf(recordOf(turn.failure));
    return failure === null ? null : { ok: false, failure };
  }
  const finish = finishes.find((each) => each === turn?.finish);
  const calls = listOf(turn?.calls).map((call) => callOf(recordOf(call)));
  if (turn?.ok !== true || typeof turn.text !== 'string' || finish === undefined || calls.includes(null)) return null;
  return { ok: true, text: turn.text, calls: calls as ToolCall[], finish, opaque: (turn.opaque ?? null) as Json };
}

function callOf(call: Fields | null): ToolCall | null {
  const [id, name, text] = [call?.id, call?.name, call?.arguments];
  return typeof id === 'string' && typeof name === 'string' && typeof text === 'string' ? { id, name, arguments: text } : null;
}

function failureOf(failure: Fields | null): Failure | null {
  const kind = failureKinds.find((each) => each === failure?.kind);
  const message = textOf(failure?.message);
  const hint = textOf(failure?.hint);
  return kind === undefined || message === null ? null : { kind, message, ...(hint === null ? {} : { hint }), retryable: false };
}

function usageOf(usage: Fields | null): Usage {
  const cached = amountOf(usage?.cachedInputTokens);
  const written = amountOf(usage?.cacheWriteTokens);
  return {
    nanoUsd: amountOf(usage?.nanoUsd),
    inputTokens: amountOf(usage?.inputTokens),
    ...(cached === null ? {} : { cachedInputTokens: cached }),
    ...(written === null ? {} : { cacheWriteTokens: written }),
    outputTokens: amountOf(usage?.outputTokens),
    model: textOf(usage?.model),
  };
}

function parsed(line: string): Fields | null {
  try {
    return recordOf(JSON.parse(line));
  } catch {
    return null;
  }
}
