import type { Comparison } from './comparison.ts';
import { alphaOf, boundOf, logRatioOf, type SequentialTest, tested, untested } from './sequential-test.ts';

/** One comparison of a trial. */
export interface TrialStep {
  /** The key of the occurrence. */
  readonly occurrence: string;
  readonly comparison: Comparison;
}

/**
 * What ended a trial well: the sequential test; or the few shadows that are enough for a task that only reads and whose gates were clean. `none` =
 * it has not.
 */
export type TrialRule = 'sequential_test' | 'clean_reader' | 'none';

/** A trial as a certificate holds it, so that anybody can reckon it again. */
export interface TrialTrace {
  readonly rule: TrialRule;
  /** Of its lineage, from 1. */
  readonly attempt: number;
  /** The chance of taking poor code that this attempt was allowed. */
  readonly alpha: number;
  readonly steps: readonly (TrialStep & { readonly logRatio: number })[];
  /** At this confidence code and agent agree at least this often. */
  readonly bound: { readonly confidence: number; readonly rate: number };
}

/** The trace of these comparisons, each with the evidence as it was behind it. */
export function traceOf(steps: readonly TrialStep[], attempt: number, rule: TrialRule): TrialTrace {
  let test: SequentialTest = untested;
  const traced = steps.map((step) => {
    test = tested(test, step.comparison);
    return { ...step, logRatio: logRatioOf(test) };
  });
  return { rule, attempt, alpha: alphaOf(attempt), steps: traced, bound: { confidence: 0.95, rate: boundOf(test) } };
}
