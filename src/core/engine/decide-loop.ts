import type { RunEvent } from '../events/event.ts';
import type { Attempt } from './attempt.ts';
import { budgetReached } from './budget.ts';
import { finishStep } from './finish-step.ts';
import type { LoopProgress, Stage } from './state.ts';

/** So many gate failures in a row stop a loop as stuck. */
export const stuckAfter = 3;

/** Between two iterations of a loop: the next one, or how the loop ends. */
export function decideBetween(attempt: Attempt, { last, fatal }: Extract<Stage, { at: 'between' }>): RunEvent[] {
  const { procedure, state, frame, loop } = attempt;
  if (loop === null) throw new Error(`the step "${frame.step}" was started as a loop and is none`);
  const { gateFailuresInARow, lastKept, lastReason } = frame.loop;
  const failed = (why: 'failed' | 'stuck' | 'budget' | 'cancelled', error: string) => finishStep(attempt, { ok: false, error, why }, null);
  const ended = (outcome: 'completed' | 'exhausted' | 'stuck' | 'budget', kept: NonNullable<LoopProgress['lastKept']>) =>
    finishStep(attempt, { ok: true, output: kept.reply, outcome }, kept.findings.branch);

  if (state.cancelled) return failed('cancelled', `${frame.step} was cancelled`);
  if (fatal) return failed('failed', `${frame.step} failed: ${lastReason}`);
  if (last === 'kept' && lastKept?.findings.until) return ended('completed', lastKept);
  if (gateFailuresInARow >= stuckAfter) {
    if (lastKept !== null) return ended('stuck', lastKept);
    return failed('stuck', `${frame.step} is stuck: ${stuckAfter} gate failures in a row, nothing kept; the last: ${lastReason}`);
  }
  if (frame.iteration >= loop.max) {
    if (lastKept !== null) return ended(loop.until === null ? 'completed' : 'exhausted', lastKept);
    return failed('failed', `${frame.step} failed: all ${loop.max} iterations failed; the last: ${lastReason}`);
  }
  const spent = budgetReached(procedure, state);
  if (spent !== null) return lastKept !== null ? ended('budget', lastKept) : failed('budget', `${frame.step} stopped: ${spent}`);
  return [{ type: 'iteration.started', step: frame.step, iteration: frame.iteration + 1 }];
}
