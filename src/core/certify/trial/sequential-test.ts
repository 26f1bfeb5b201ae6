import type { Comparison } from './comparison.ts';
import { rateBound } from './rate-bound.ts';

/** What the test tells apart, and how often it may be wrong about it. */
const plan = {
  /** Code that agrees with the agent this often is not to be certified … */
  poorRate: 0.8,
  /** … and code that agrees this often is. */
  goodRate: 0.99,
  /** The chance that poor code is taken, in a lineage's first attempt. */
  alpha: 0.05,
  /** The chance that good code is refused. */
  beta: 0.05,
} as const;

/** ln(0.99/0.80) = 0.2131 and ln(0.01/0.20) = −2.9957: what one comparison says. */
const agreementWeight = Math.log(plan.goodRate / plan.poorRate);
const disagreementWeight = Math.log((1 - plan.goodRate) / (1 - plan.poorRate));

/** A trial of one candidate as far as it has come. */
export interface SequentialTest {
  readonly agreements: number;
  readonly disagreements: number;
  /** Counted, and no evidence. */
  readonly inconclusive: number;
}

export const untested: SequentialTest = { agreements: 0, disagreements: 0, inconclusive: 0 };

/** The test with one more comparison. */
export function tested(test: SequentialTest, comparison: Comparison): SequentialTest {
  switch (comparison) {
    case 'agrees':
      return { ...test, agreements: test.agreements + 1 };
    case 'differs':
      return { ...test, disagreements: test.disagreements + 1 };
    case 'inconclusive':
      return { ...test, inconclusive: test.inconclusive + 1 };
  }
}

/** How much likelier all that was seen is of good code than of poor code, as a natural logarithm. */
export const logRatioOf = ({ agreements, disagreements }: SequentialTest): number =>
  agreements * agreementWeight + disagreements * disagreementWeight;

/**
 * The chance of taking poor code that a lineage's attempt may use up: 0.05 the first time, then half of the one before. So whoever tries again and
 * again until it goes well has at most 0.10 in all, and each attempt has to show more: 14 straight agreements, then 18, 21, 24 …
 */
export const alphaOf = (attempt: number): number => plan.alpha / 2 ** (attempt - 1);

/** ln((1 − β)/α), from which on it passes: 2.944 = 14 straight agreements (13 × 0.2131 = 2.770, 14 × 0.2131 = 2.983). */
const passAt = (attempt: number): number => Math.log((1 - plan.beta) / alphaOf(attempt));

/** ln(β/(1 − α)) = −2.944: a first comparison that differs refuses at once; a later one costs what 14 that agree have brought. */
const refuseAt = (attempt: number): number => Math.log(plan.beta / (1 - alphaOf(attempt)));

/** Wald's test. It is asked after each comparison: what it says first is how it ended. `attempt` is that of the lineage, from 1. */
export function testVerdict(test: SequentialTest, attempt: number): 'passed' | 'refused' | 'open' {
  const logRatio = logRatioOf(test);
  if (logRatio >= passAt(attempt)) return 'passed';
  return logRatio <= refuseAt(attempt) ? 'refused' : 'open';
}

/** How many more comparisons that all agree it takes. 0 = it has passed. */
export const agreementsLeft = (test: SequentialTest, attempt: number): number =>
  Math.max(0, Math.ceil((passAt(attempt) - logRatioOf(test)) / agreementWeight));

/** What may be said of the rate of agreement at 95 % confidence. */
export const boundOf = ({ agreements, disagreements }: SequentialTest): number => rateBound(agreements, disagreements);
