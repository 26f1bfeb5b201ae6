import type { WorkflowEvent } from '../events/event.ts';
import type { Measure } from '../workflow/workflow.ts';
import type { Attempt } from './attempt.ts';
import { intend, nameOf, stoppedText } from './attempt.ts';
import { budgetReached } from './budget.ts';
import { finishStep } from './finish-step.ts';
import type { LoopProgress, Stage } from './frame.ts';

/** So many gate failures in a row stop a loop as stuck. */
export const stuckAfter = 3;

/** Between two iterations of a loop: the next one, or how the loop ends. */
export function decideBetween(attempt: Attempt, { last, fatal }: Extract<Stage, { at: 'between' }>): WorkflowEvent[] {
  const { procedure, state, frame, loop } = attempt;
  if (loop === null) throw new Error(`the step "${frame.step}" was started as a loop and is none`);
  const { gateFailuresInARow, lastKept, lastReason } = frame.loop;
  const name = nameOf(frame);
  const failed = (why: 'failed' | 'stuck' | 'budget' | 'cancelled', error: string) => finishStep(attempt, { ok: false, error, why }, null);
  const ended = (outcome: 'completed' | 'exhausted' | 'stuck' | 'budget', kept: NonNullable<LoopProgress['lastKept']>) =>
    finishStep(attempt, { ok: true, output: kept.reply, outcome }, kept.findings.branch);

  if (state.cancelled) return failed('cancelled', stoppedText(name, state));
  if (fatal) return failed('failed', `${name} failed: ${lastReason}`);
  if (last === 'kept' && lastKept?.findings.until) return ended('completed', lastKept);
  if (gateFailuresInARow >= stuckAfter) {
    if (lastKept !== null) return ended('stuck', lastKept);
    return failed('stuck', `${name} is stuck: ${stuckAfter} gate failures in a row, nothing kept; the last: ${lastReason}`);
  }
  if (frame.iteration >= loop.max) {
    if (lastKept !== null) return ended(loop.until === null ? 'completed' : 'exhausted', lastKept);
    return failed('failed', `${name} failed: all ${loop.max} iterations failed; the last: ${lastReason}`);
  }
  const spent = budgetReached(procedure, state);
  if (spent !== null) return lastKept !== null ? ended('budget', lastKept) : failed('budget', `${name} stopped: ${spent}`);
  const measure = loop.gate?.measure ?? null;
  if (measure === null) return nextIteration(attempt, null);
  if (frame.iteration === 0 && frame.measured === null) return firstMeasurement(attempt);
  return nextIteration(attempt, last === 'kept' ? bestOf(measure, frame.loop.best, frame.measured) : frame.loop.best);
}

/** The gate on what is there, which is recorded first: where it has to run again, that is put back as for any gate. */
function firstMeasurement(attempt: Attempt): WorkflowEvent[] {
  const { state, frame, covered } = attempt;
  if (!covered) return [intend(attempt).gate(1, null)];
  const fresh = frame.tree === null ? state.fresh : frame.tree.fresh;
  return [fresh === null ? intend(attempt).snapshot('answered') : intend(attempt).gate(1, fresh)];
}

/** `best`: the number that a measured gate may not find worse. */
export const nextIteration = ({ frame }: Attempt, best: number | null): WorkflowEvent[] => [
  { type: 'iteration.started', step: frame.step, item: frame.item, iteration: frame.iteration + 1, best },
];

/** Null only where a person had a loop without a measure go on with one. */
function bestOf({ better }: Measure, best: number | null, measured: number | null): number | null {
  if (best === null || measured === null) return measured ?? best;
  return better === 'lower' ? Math.min(best, measured) : Math.max(best, measured);
}
