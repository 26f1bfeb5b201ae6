import { expect, test } from 'vitest';
import { failureKinds } from '../../../src/core/model/failure.ts';
import { exitCodeOf, refusalCodes } from '../../../src/core/model/refusal.ts';
import { fail, ok } from '../../../src/core/model/result.ts';
import { emptyValue } from '../../../src/core/model/value.ts';

test('success and failure have the same shape', () => {
  expect(ok(1)).toEqual({ ok: true, value: 1 });
  expect(fail('why')).toEqual({ ok: false, failure: 'why' });
});

test('a value of nothing is a text that stands in the event', () => {
  expect(emptyValue).toEqual({ text: '' });
});

test('kinds of failures and codes of refusals are told apart', () => {
  expect(new Set(failureKinds).size).toBe(failureKinds.length);
  expect(new Set(refusalCodes).size).toBe(refusalCodes.length);
});

test('a wrong request exits with 2, work that could not be done with 1', () => {
  expect(exitCodeOf('cli/usage')).toBe(2);
  expect(exitCodeOf('run/workspace-busy')).toBe(1);
  for (const code of refusalCodes) expect([1, 2]).toContain(exitCodeOf(code));
});
