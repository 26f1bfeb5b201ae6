import { expect, test } from 'vitest';
import { providerFailureOf } from '../../../src/core/model/provider-failure.ts';
import { amountOf, listOf, recordOf, textOf } from '../../../src/core/model/untrusted-json.ts';

test.each<[number | null, string, boolean]>([
  [null, 'io', true],
  [400, 'refused', false],
  [401, 'auth', false],
  [402, 'quota', false],
  [403, 'auth', false],
  [404, 'not_found', false],
  [408, 'timeout', true],
  [413, 'too_large', false],
  [429, 'rate_limited', true],
  [500, 'overloaded', true],
  [503, 'overloaded', true],
  [504, 'timeout', true],
  [529, 'overloaded', true],
])('the status %s is a failure of kind %s, to be tried again: %s', (status, kind, retryable) => {
  expect(providerFailureOf({ status, message: 'no', hint: 'wait' }, 0)).toEqual({ kind, message: 'no', hint: 'wait', retryable });
});

const nowMs = Date.UTC(2026, 0, 1);
const inDays = (days: number) => nowMs / 1000 + days * 86_400;

test.each<[string, number | null, number | undefined]>([
  ['not said', null, undefined],
  ['in an hour', inDays(1 / 24), nowMs + 3_600_000],
  ['in an hour, in milliseconds', inDays(1 / 24) * 1000, nowMs + 3_600_000],
  ['in seven days', inDays(7), nowMs + 7 * 86_400_000],
  ['in eight days', inDays(8), undefined],
  ['now', inDays(0), undefined],
  ['yesterday', inDays(-1), undefined],
  ['zero', 0, undefined],
  ['negative', -5, undefined],
  ['no number', Number.NaN, undefined],
])('a limit that ends %s', (_name, resetsAt, notBeforeMs) => {
  expect(providerFailureOf({ status: 429, message: 'no', resetsAt }, nowMs).notBeforeMs).toBe(notBeforeMs);
});

test('a reset time does not make a failure that waiting cannot help one that it can', () => {
  expect(providerFailureOf({ status: 401, message: 'no', resetsAt: inDays(1) }, nowMs)).toEqual({
    kind: 'auth',
    message: 'no',
    retryable: false,
  });
});

test('fields that are not of the kind looked for are null', () => {
  for (const value of [undefined, null, [], 'x', 5, true]) expect(recordOf(value)).toBe(null);
  expect(recordOf({ a: 1 })).toEqual({ a: 1 });
  for (const value of [undefined, null, {}, 'x', 5]) expect(listOf(value)).toEqual([]);
  expect(listOf([1])).toEqual([1]);
  for (const value of [undefined, null, {}, [], 5, '', ' \n']) expect(textOf(value)).toBe(null);
  expect(textOf(' x ')).toBe(' x ');
  for (const value of [undefined, null, {}, [], '', 'x', '-1', '1e5', -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(amountOf(value)).toBe(null);
  expect([0, 1.5, '42', '4.2'].map(amountOf)).toEqual([0, 1.5, 42, 4.2]);
});
