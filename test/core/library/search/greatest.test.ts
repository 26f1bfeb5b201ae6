import fc from 'fast-check';
import { expect, test } from 'vitest';
import { greatest } from '../../../../src/core/library/search/greatest.ts';

test('it is what sorting would give', () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true }));
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 80 }), (numbers, rank) => {
      const sorted = numbers.toSorted((one, other) => other - one);
      expect(greatest(Float64Array.from(numbers), rank) + 0).toBe((sorted[Math.min(rank, sorted.length) - 1] as number) + 0);
    }),
    { numRuns: 500 },
  );
});

test('of none there is none', () => {
  expect(greatest(new Float64Array(), 3)).toBe(Number.POSITIVE_INFINITY);
  expect(greatest(Float64Array.of(1, 2), 0)).toBe(Number.POSITIVE_INFINITY);
});
