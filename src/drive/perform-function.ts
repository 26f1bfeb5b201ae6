import { budgetLeft } from '../core/engine/budget.ts';
import { findingsOf, noFindings } from '../core/engine/findings.ts';
import type { Intent, Outcome, Totals } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { argumentNames, filledArguments, textsIn } from '../core/workflow/texts/function-arguments.ts';
import type { FunctionStep } from '../core/workflow/workflow.ts';
import { textOf, valueOf } from '../journaling/value-store.ts';
import { type Performance, treeOf } from './performance.ts';
import { secretVariables } from './run-secrets.ts';
import { valueNamed } from './values.ts';

type Requested = Extract<Intent, { type: 'function.requested' }>;
type Ended = Extract<Outcome, { type: 'function.ended' }>;

const noTotals: Totals = { kept: 0, undone: 0, failed: 0, calls: 0, nanoUsd: 0, unpricedCalls: 0, tokens: 0, commits: 0 };

/** Runs the function of a step, and says what it gave; null where it waits for a person. */
export async function performFunction(performance: Performance, intent: Requested): Promise<Outcome | null> {
  const { procedure, clock, state, place, secrets, blobs, runFunction } = performance;
  const step = procedure.stepOf(intent.step);
  if (step.kind !== 'function') throw new Error(`the step "${step.id}" is no function`);
  const startedMs = clock.monotonicMs();
  const ended = (rest: Pick<Ended, 'result' | 'totals' | 'findings'>): Outcome =>
    !rest.result.ok && rest.result.failure.outOfStorage
      ? { type: 'workspace.failed', op: intent.op, failure: rest.result.failure }
      : { type: 'function.ended', op: intent.op, ...rest, durationMs: Math.max(0, Math.round(clock.monotonicMs() - startedMs)) };
  const args = await argumentsOf(performance, intent, step);
  if (!args.ok) return ended({ result: args, totals: noTotals, findings: noFindings });
  const left = budgetLeft(procedure, state);
  const end = await runFunction({
    run: `${place.run}.${intent.child}`,
    name: step.name,
    args: args.value,
    outputSchema: step.outputSchema,
    cwd: (await treeOf(performance, intent)).cwd,
    env: {
      ...performance.env,
      ...step.env,
      // One that is only to be ended was taken up without them.
      ...(performance.signal.aborted ? {} : secretVariables(secrets, step)),
      PAWL_RUN_ID: place.run,
      PAWL_RUN_TOKEN: state.settings.runToken,
      PAWL_STEP: intent.step,
    },
    secrets: step.secrets,
    timeoutMs: step.timeoutMs ?? state.settings.commandTimeoutMs,
    budgetNanoUsd: left.nanoUsd,
    budgetTokens: left.tokens,
    approval: performance.approval,
    signal: performance.signal,
    onActivity: (line) => performance.onActivity(intent.step, line),
  });
  if (end === null) return null;
  const { result, totals } = end;
  if (!result.ok) return ended({ result, totals, findings: noFindings });
  const output = await valueOf(blobs, Buffer.from(result.value));
  if (!output.ok) return ended({ result: output, totals, findings: noFindings });
  const findings = findingsOf(step, result.value, result.value, secrets.redactor.text(result.value));
  return ended({ result: { ok: true, output: output.value }, totals, findings });
}

async function argumentsOf(performance: Performance, intent: Requested, { args, id }: FunctionStep): Promise<Result<Json, Failure>> {
  const texts = new Map<string, string>();
  const known = new Set(performance.procedure.workflow.steps.map((step) => step.id));
  for (const name of textsIn(args).flatMap((text) => argumentNames(text, known))) {
    const value = valueNamed(performance.values, intent, name);
    if (value === undefined || texts.has(name)) continue;
    const text = await textOf(performance.blobs, value);
    if (!text.ok) return text;
    texts.set(name, text.value);
  }
  const filled = filledArguments(args, (name) => texts.get(name));
  return filled.ok ? ok(filled.value) : fail({ kind: 'refused', message: `the args of ${id} could not be made: ${filled.failure}` });
}
