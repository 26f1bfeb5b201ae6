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

test('a damaged journal has a code of its own, and only where the store was in the way', () => {
  const failure = { kind: 'io', message: 'journal.db is damaged', damaged: true } as const;
  expect(refusalOf('store/unavailable', failure).code).toBe('store/damaged');
  expect(refusalOf('run/workspace-refused', failure).code).toBe('run/workspace-refused');
});

test('a refusal is misuse (2) or failed work (1), never success', () => {
  expect(new Set(refusalCodes.map(exitCodeOf))).toEqual(new Set([1, 2]));
});
