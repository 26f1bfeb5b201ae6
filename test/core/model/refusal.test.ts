import { expect, test } from 'vitest';
import { exitCodeOf, refusalCodes, refusalOf } from '../../../src/core/model/refusal.ts';

test("a failure of the world becomes a refusal with the failure's own words and next step", () => {
  expect(refusalOf('store/unavailable', { kind: 'io', message: 'the disk is full', hint: 'make room' })).toEqual({
    code: 'store/unavailable',
    message: 'the disk is full',
    hint: 'make room',
  });
  expect(refusalOf('store/unavailable', { kind: 'io', message: 'the disk is full' })).toEqual({
    code: 'store/unavailable',
    message: 'the disk is full',
  });
});

test('a refusal is misuse (2) or failed work (1), never success', () => {
  expect(new Set(refusalCodes.map(exitCodeOf))).toEqual(new Set([1, 2]));
});
