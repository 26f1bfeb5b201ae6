import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Comparison, comparisons } from '../../../../src/core/certify/trial/comparison.ts';
import { isFallen, steady, watched } from '../../../../src/core/certify/trial/cusum.ts';
import { rateBound } from '../../../../src/core/certify/trial/rate-bound.ts';
import {
  agreementsLeft,
  alphaOf,
  boundOf,
  logRatioOf,
  type SequentialTest,
  tested,
  testVerdict,
  untested,
} from '../../../../src/core/certify/trial/sequential-test.ts';
import { traceOf } from '../../../../src/core/certify/trial/trial-trace.ts';
import { draws } from './draws.ts';

const straight = (agreements: number): SequentialTest => ({ ...untested, agreements });

test('fourteen straight agreements pass, thirteen do not: 14 × ln(0.99/0.80) = 2.983 is over ln(0.95/0.05) = 2.944', () => {
  expect(logRatioOf(straight(14))).toBeCloseTo(14 * 0.21309, 4);
  expect(Math.log(0.95 / 0.05)).toBeCloseTo(2.9444, 4);
  expect(testVerdict(straight(13), 1)).toBe('open');
  expect(testVerdict(straight(14), 1)).toBe('passed');
});

test.each([
  [1, 14, 0.05],
  [2, 18, 0.025],
  [3, 21, 0.0125],
  [4, 24, 0.00625],
])('attempt %i of a lineage has to show %i straight agreements', (attempt, needed, alpha) => {
  expect(alphaOf(attempt)).toBe(alpha);
  expect(agreementsLeft(untested, attempt)).toBe(needed);
  expect(testVerdict(straight(needed - 1), attempt)).toBe('open');
  expect(agreementsLeft(straight(needed - 1), attempt)).toBe(1);
  expect(testVerdict(straight(needed), attempt)).toBe('passed');
  expect(agreementsLeft(straight(needed + 5), attempt)).toBe(0);
});

test('a lineage that tries for ever is taken wrongly at most one time in ten', () => {
  const all = Array.from({ length: 40 }, (_, at) => alphaOf(at + 1)).reduce((sum, each) => sum + each, 0);
  expect(all).toBeGreaterThan(0.099);
  expect(all).toBeLessThanOrEqual(0.1);
});

test('a first disagreement refuses; behind some agreements it costs what fourteen have brought', () => {
  expect(testVerdict(tested(untested, 'differs'), 1)).toBe('refused');
  const once = tested(straight(1), 'differs');
  expect(testVerdict(once, 1)).toBe('open');
  expect(agreementsLeft(once, 1)).toBe(27);
  expect(testVerdict(tested(once, 'differs'), 1)).toBe('refused');
});

test('what is inconclusive is counted, and moves nothing', () => {
  const unsure = tested(straight(5), 'inconclusive');
  expect(unsure).toEqual({ agreements: 5, disagreements: 0, inconclusive: 1 });
  expect(logRatioOf(unsure)).toBe(logRatioOf(straight(5)));
});

test('poor code passes and good code is refused no more often than was promised', () => {
  const share = (rate: number, wrong: 'passed' | 'refused'): number => {
    const next = draws(7);
    let found = 0;
    for (let series = 0; series < 4000; series++) {
      let at: SequentialTest = untested;
      while (testVerdict(at, 1) === 'open') at = tested(at, next() < rate ? 'agrees' : 'differs');
      if (testVerdict(at, 1) === wrong) found += 1;
    }
    return found / 4000;
  };
  // Wald's bounds are alpha/(1 - beta) and beta/(1 - alpha).
  expect(share(0.8, 'passed')).toBeLessThanOrEqual(0.053 + 0.01);
  expect(share(0.99, 'refused')).toBeLessThanOrEqual(0.053 + 0.01);
});

test.each([
  [3, 0, 0.368],
  [14, 0, 0.807],
  [0, 3, 0],
  [0, 0, 0],
  // Clopper–Pearson, as tables have it.
  [9, 1, 0.606],
  [95, 5, 0.898],
])('%i agreements and %i disagreements say at 95 %% confidence: at least %f', (agreements, disagreements, rate) => {
  expect(rateBound(agreements, disagreements)).toBeCloseTo(rate, 3);
  expect(boundOf({ ...untested, agreements, disagreements })).toBe(rateBound(agreements, disagreements));
});

test('a bound is below what was seen, grows with agreements and falls with disagreements and confidence', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 50 }), (agreements, disagreements) => {
      const bound = rateBound(agreements, disagreements);
      expect(bound).toBeGreaterThan(0);
      expect(bound).toBeLessThan(agreements / (agreements + disagreements));
      expect(rateBound(agreements + 1, disagreements)).toBeGreaterThan(bound);
      expect(rateBound(agreements, disagreements + 1)).toBeLessThan(bound);
      expect(rateBound(agreements, disagreements, 0.99)).toBeLessThan(bound);
    }),
    { numRuns: 60 },
  );
});

test('a trace can be reckoned again: each step has the evidence behind it, the bound is of all', () => {
  const steps = (['agrees', 'inconclusive', 'agrees', 'differs'] as const).map((comparison, at) => ({ occurrence: `o${at}`, comparison }));
  const trace = traceOf(steps, 2, 'none');
  expect(trace).toEqual({
    rule: 'none',
    attempt: 2,
    alpha: 0.025,
    steps: steps.map((step, at) => ({ ...step, logRatio: expect.closeTo([0.2131, 0.2131, 0.4262, -2.5695][at] as number, 4) })),
    bound: { confidence: 0.95, rate: rateBound(2, 1) },
  });
});

/** How many comparisons it took until the alarm. */
function lengthOf(next: () => number, rate: number): number {
  for (let [sum, length] = [steady, 1]; ; length++) {
    sum = watched(sum, next() < rate ? 'agrees' : 'differs');
    if (isFallen(sum)) return length;
  }
}

const lengths = (rate: number, series: number): number[] => {
  const next = draws(20261201);
  return Array.from({ length: series }, () => lengthOf(next, rate));
};
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

test('a healthy function runs 900 times or more to a false alarm on average', () => {
  expect(mean(lengths(0.99, 1500))).toBeGreaterThanOrEqual(900);
});

test('a fall to 0.7 is noticed after about 6, a break after 2', () => {
  const fallen = lengths(0.7, 3000);
  expect(mean(fallen)).toBeGreaterThan(5);
  expect(mean(fallen)).toBeLessThan(7.5);
  expect(fallen.sort((one, other) => one - other)[1500]).toBeLessThanOrEqual(6);
  expect(lengths(0, 1)).toEqual([2]);
});

test.each([
  [6, true],
  [7, false],
])('two disagreements with %i agreements between them: an alarm? %s', (between, alarm) => {
  const seen: Comparison[] = ['differs', ...Array.from({ length: between }, () => 'agrees' as const), 'differs'];
  expect(isFallen(seen.reduce(watched, steady))).toBe(alarm);
});

test('evidence of a fall is never below nothing, and what is inconclusive leaves it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...comparisons)), (seen) => {
      const sum = seen.reduce(watched, steady);
      expect(sum).toBeGreaterThanOrEqual(0);
      expect(watched(sum, 'inconclusive')).toBe(sum);
      expect(watched(sum, 'differs')).toBeGreaterThan(sum);
      expect(watched(sum, 'agrees')).toBeLessThanOrEqual(sum);
    }),
  );
});
