import type { Unit } from '../events/event.ts';
import type { RunSummary } from './run-summary.ts';
import type { AttemptSummary, StepSummary } from './step-summary.ts';

/** Changes the step of that id, and item, that was started last. */
export function withStep(summary: RunSummary, { step: id, item }: Unit, change: (step: StepSummary) => StepSummary): RunSummary {
  const index = summary.steps.findLastIndex((step) => step.step === id && step.item === item);
  return index === -1 ? summary : { ...summary, steps: summary.steps.with(index, change(summary.steps[index] as StepSummary)) };
}

/** Changes the attempt at it that was begun last. */
export const withAttempt = (summary: RunSummary, unit: Unit, change: (attempt: AttemptSummary) => AttemptSummary): RunSummary =>
  withStep(summary, unit, (step) => withLast(step, change));

export const withLast = (step: StepSummary, change: (attempt: AttemptSummary) => AttemptSummary): StepSummary => ({
  ...step,
  attempts: step.attempts.map((attempt, index) => (index === step.attempts.length - 1 ? change(attempt) : attempt)),
});
