import { budgetLeft } from '../core/engine/budget.ts';
import { findingsOf, noFindings } from '../core/engine/findings.ts';
import type { Intent, Outcome } from '../core/events/event.ts';
import { textOf } from '../journaling/value-store.ts';
import type { Performance } from './performance.ts';

/** Runs a workflow within the run, and says how it ended; null where it waits for a person. */
export async function performWorkflow(
  performance: Performance,
  intent: Extract<Intent, { type: 'workflow.requested' }>,
): Promise<Outcome | null> {
  const { procedure, runWithin, clock, state, values, place, signal, blobs, approval, around } = performance;
  const startedMs = clock.monotonicMs();
  const left = budgetLeft(procedure, state);
  const end = await runWithin({
    run: `${place.run}.${intent.child}`,
    file: intent.file,
    input: values.input,
    budgetNanoUsd: left.nanoUsd,
    budgetTokens: left.tokens,
    approval,
    signal,
    around,
  });
  if (end === null) return null;
  const { stopped, heard, ...ended } = end;
  if (stopped !== undefined) return { type: 'workspace.failed', op: intent.op, failure: stopped };
  const text = end.output === null ? null : await textOf(blobs, end.output);
  const findings = text?.ok ? findingsOf(procedure.stepOf(intent.step), text.value, text.value) : noFindings;
  const durationMs = Math.max(0, Math.round(clock.monotonicMs() - startedMs));
  return { type: 'workflow.ended', op: intent.op, ...ended, findings, durationMs, ...(heard === 0 ? {} : { heard }) };
}
