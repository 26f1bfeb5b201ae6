import { expect, test } from 'vitest';
import { weakScore } from '../../../src/core/certify/gate/mutation-score.ts';

test('four of five mutants killed are enough, and so are none of none', () => {
  expect([weakScore(4, 5), weakScore(0, 0)]).toEqual([null, null]);
  expect(weakScore(79, 100)).toEqual({ why: 'mutation_score', killed: 79, of: 100 });
});
