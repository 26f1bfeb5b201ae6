import { expect, test } from 'vitest';
import { nanoUsdOf, usdOf } from '../../../src/core/model/money.ts';

test('ten calls of ten cents are one dollar', () => {
  const calls = Array.from({ length: 10 }, () => nanoUsdOf(0.1) as number);
  expect(calls.reduce((sum, each) => sum + each, 0)).toBe(nanoUsdOf(1));
});

test.each([
  [0, 0],
  [0.03, 30_000_000],
  [1e-9, 1],
  [4e-10, 0],
  [9_000_000, 9e15],
])('%d dollars are %d nano-dollars and back', (usd, nano) => {
  expect(nanoUsdOf(usd)).toBe(nano);
  expect(usdOf(nano)).toBeCloseTo(usd, 9);
});

test.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e7])('%d is no amount', (usd) => {
  expect(nanoUsdOf(usd)).toBeNull();
});
