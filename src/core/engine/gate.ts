import type { WorkflowEvent } from '../events/event.ts';
import type { CommandEnd, Undoing } from '../events/event-parts.ts';
import type { Measure } from '../workflow/workflow.ts';
import { type Attempt, nameOf, stopped, stopReason } from './attempt.ts';
import { gateVerdict } from './command-end.ts';
import { nextIteration } from './decide-loop.ts';
import { finishStep } from './finish-step.ts';

type Settled =
  | { readonly kind: 'keep' }
  | { readonly kind: 'undo'; readonly because: Undoing }
  | { readonly kind: 'events'; readonly events: readonly WorkflowEvent[] };

/** What a gate's end means for the iteration that it judged. */
export function gateEnded(attempt: Attempt, end: CommandEnd): Settled {
  const { state, frame, loop } = attempt;
  if (frame.iteration === 0) return { kind: 'events', events: baselineEnded(attempt, end) };
  if (state.cancelled) return { kind: 'undo', because: stopped(attempt) };
  const measure = loop?.gate?.measure ?? null;
  const verdict = measure === null ? gateVerdict(end) : measuredVerdict(measure, end, frame.measured, frame.loop.best);
  switch (verdict.kind) {
    case 'kept':
      return { kind: 'keep' };
    case 'undone':
      return { kind: 'undo', because: { verdict: 'undone', reason: verdict.reason, fatal: false } };
    case 'error':
      return { kind: 'undo', because: { verdict: 'undone', reason: verdict.reason, fatal: true } };
  }
}

/** The first number, of what is there before the agent has done anything: without one nothing could be compared. */
function baselineEnded(attempt: Attempt, end: CommandEnd): WorkflowEvent[] {
  const { state, frame } = attempt;
  const failed = (why: 'failed' | 'cancelled', error: string): WorkflowEvent[] => finishStep(attempt, { ok: false, error, why }, null);
  if (state.cancelled) return failed('cancelled', `${nameOf(frame)} failed: ${stopReason(state)}`);
  const verdict = gateVerdict(end);
  if (verdict.kind === 'error') return failed('failed', `${nameOf(frame)} failed: ${verdict.reason}, before the first iteration`);
  if (frame.measured === null) {
    return failed('failed', `${nameOf(frame)} failed: its gate printed no number before the first iteration, so nothing can be compared`);
  }
  return nextIteration(attempt, frame.measured);
}

/** Any exit with a number is a measurement: linters exit with 1 as long as there is anything to say. */
function measuredVerdict(measure: Measure, end: CommandEnd, measured: number | null, best: number | null): ReturnType<typeof gateVerdict> {
  const verdict = gateVerdict(end);
  if (verdict.kind === 'error') return verdict;
  if (measured === null) return { kind: 'undone', reason: 'the gate printed no number' };
  if (best === null || !isWorse(measure, measured, best)) return { kind: 'kept' };
  return { kind: 'undone', reason: `the gate measured ${measured}, and the best so far is ${best} (${measure.better} is better)` };
}

/** By more than the tolerance. */
const isWorse = ({ better, tolerance }: Measure, measured: number, best: number): boolean =>
  better === 'lower' ? measured > best + tolerance : measured < best - tolerance;
