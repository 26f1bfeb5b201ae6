import { schemaCheck } from '../core/effects/schema-check.ts';
import type { ActOutcome } from '../core/events/act-event.ts';
import type { Failure, FailureKind } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Value } from '../core/model/value.ts';
import { textOf, valueOf } from '../journaling/value-store.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { CellEnd, CellFailure } from '../ports/sandbox.ts';
import { cellText } from './cell-text.ts';
import { functionCellOf } from './code-cell.ts';
import { interruptedText } from './recorded-output.ts';
import { type FunctionParts, runFunction } from './run-function.ts';

interface Entering extends FunctionParts {
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type Ended = Extract<ActOutcome, { type: 'entrypoint.ended' }>;

/** Runs the function that the act was begun with. Where it fails, a model is told what failed and what was done. */
export async function performEntrypoint(entering: Entering, op: number, requestedAtMs: number): Promise<Ended> {
  const { blobs, clock, settings } = entering;
  const { entrypoint } = settings;
  if (entrypoint === null) throw new Error('the act was not begun with a function');
  const startedMs = clock.monotonicMs();
  const args = await textOf(blobs, entrypoint.args);
  const came = args.ok ? await run(entering, entrypoint.name, args.value, op, requestedAtMs) : lost(args.failure);
  const output = await kept(blobs, came.output);
  const result = came.result.ok ? await valueOf(blobs, Buffer.from(came.result.value)) : came.result;
  const told = result.ok ? null : await kept(blobs, toldOf(entering, entrypoint.name, args.ok ? args.value : '', came, result.failure));
  return {
    type: 'entrypoint.ended',
    op,
    result: result.ok ? result : { ok: false, failure: result.failure, told: told as Value },
    output,
    durationMs: Math.round(clock.monotonicMs() - startedMs),
  };
}

interface Came {
  readonly result: Result<string, Failure>;
  readonly output: string;
}

async function run(entering: Entering, name: string, args: string, op: number, requestedAtMs: number): Promise<Came> {
  const ran = await runFunction(entering, functionCellOf(name, args, op, requestedAtMs), entering.signal);
  if (!ran.ok) return lost(ran.failure);
  if (ran.value.how === 'failed') return lost(ran.value.failure);
  if (ran.value.how === 'differs') return lost({ kind: 'incomplete', message: interruptedText(ran.value.text) });
  const output = entering.effects.clean(cellText('function', ran.value.end));
  return { result: resultOf(entering, name, ran.value.end), output };
}

function resultOf({ effects, settings }: Entering, name: string, { outcome }: CellEnd): Result<string, Failure> {
  if (!outcome.ok)
    return fail({ kind: failureKinds[outcome.failure.kind], message: effects.clean(`${name} failed: ${outcome.failure.message}`) });
  const mistakes = settings.responseSchema === null ? [] : schemaCheck(settings.responseSchema, 'result')(outcome.result);
  if (mistakes.length === 0) return ok(effects.clean(JSON.stringify(outcome.result)));
  return fail({ kind: 'invalid_output', message: `what ${name} gave is not of the form that is wanted: ${mistakes.join('; ')}` });
}

const failureKinds: Readonly<Record<CellFailure['kind'], FailureKind>> = {
  syntax: 'refused',
  error: 'exit',
  timeout: 'timeout',
  memory: 'too_large',
  cancelled: 'cancelled',
  ended: 'io',
};

const lost = (failure: Failure): Came => ({ result: fail(failure), output: failure.message });

function toldOf({ effects }: Entering, name: string, args: string, { output }: Came, failure: Failure): string {
  const done = effects.doneText();
  return [
    `The stored function ${name} was run for this with the argument ${args.length > 4_000 ? `${args.slice(0, 4_000)}…` : args}, and failed.\n${failure.kind === 'invalid_output' ? `${failure.message}\n` : ''}${output}`,
    done === '' ? 'It had changed nothing by then.' : done,
    'You take over from here: carry out what is left of the task. What was done is not to be done again; a call that is the very same as one of those is answered with what came of that one.',
  ].join('\n\n');
}

/** A text that cannot be kept is one that says so. */
async function kept(blobs: Blobs, text: string): Promise<Value> {
  const value = await valueOf(blobs, Buffer.from(text));
  return value.ok ? value.value : { text: `what it gave could not be kept: ${value.failure.message}` };
}
