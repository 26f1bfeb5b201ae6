import { expect, test } from 'vitest';
import { durationMsOf, durationText } from '../../../src/core/model/duration.ts';

test.each([
  ['90s', 90_000],
  ['5m', 300_000],
  ['1.5h', 5_400_000],
  ['250ms', 250],
  [' 2s ', 2000],
  ['0s', null],
  ['0.1ms', null],
  ['5', null],
  ['-5s', null],
  ['5 s', null],
  ['1d', 86_400_000],
  ['1w', null],
  ['9999999999999999h', null],
])('%j is %s milliseconds', (text, ms) => {
  expect(durationMsOf(text)).toBe(ms);
});

test.each([
  [0, '0 ms'],
  [40.4, '40 ms'],
  [1200, '1.2 s'],
  [9999, '10.0 s'],
  [48_000, '48 s'],
  [60_000, '1 min'],
  [252_000, '4 min 12 s'],
  [3_600_000, '1 h'],
  [7_500_000, '2 h 5 min'],
])('%d ms read %j', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
