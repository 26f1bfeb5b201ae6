import { expect, test } from 'vitest';
import {
  answerForm,
  handleLimitBytes,
  handleParts,
  handleText,
  resultLimitBytes,
  sliceLimitChars,
  sliceOf,
} from '../../../src/core/effects/answer-form.ts';
import { canonicalText } from '../../../src/core/model/canonical-json.ts';
import type { Json } from '../../../src/core/model/json.ts';

const digest = 'a'.repeat(64);
const formOf = (value: Json, bytes = canonicalText(value).length): Json => answerForm(value, canonicalText(value), bytes, digest);
const handle = (pointer: string, text: string) => ({ $handle: `${digest}#${pointer}`, chars: text.length, slice: text.slice(0, 1000) });
const long = 'x'.repeat(2_000_000);

test('a result of up to a mebibyte is given as it is, one byte more as handles; none may have more than 64', () => {
  expect([handleLimitBytes, resultLimitBytes, sliceLimitChars]).toEqual([1_048_576, 67_108_864, 262_144]);
  expect(formOf({ a: long }, handleLimitBytes)).toEqual({ a: long });
  expect(formOf({ a: long }, handleLimitBytes + 1)).toEqual({ a: handle('/a', long) });
});

test('long texts become handles where they stand, and short ones stay', () => {
  const short = 'y'.repeat(64 * 1024);
  expect(formOf({ a: [short, long], b: { $blob: long, c: 1 }, e: {} })).toEqual({
    a: [short, handle('/a/1', long)],
    b: { ...handle('/b/$blob', long), base64: true },
    e: {},
  });
  expect(formOf({ $text: long, $blob2: long })).toEqual({ $text: handle('/$text', long), $blob2: handle('/$blob2', long) });
});

test('where that does not help, the whole is a handle', () => {
  const rows = Array.from({ length: 300_000 }, (_, at) => at);
  expect(formOf(rows)).toEqual(handle('', canonicalText(rows)));
});

test('a handle names a blob and a place in it, and nothing else is one', () => {
  expect(handleParts(`${digest}#/a\n/b`)).toEqual({ digest, pointer: '/a\n/b' });
  for (const none of ['', 'Stryker', `x${digest}#`, digest, `${digest.slice(1)}#`]) expect(handleParts(none)).toBe(null);
  expect(handleText({ a: ['b'] }, '/a/0')).toBe('b');
  expect(handleText({ a: ['b'] }, '/a')).toBe('["b"]');
  expect(handleText({ a: ['b'] }, '/c')).toBe(undefined);
});

test('parts side by side are the whole, and no character is cut in two', () => {
  const text = 'a😀b';
  expect([sliceOf(text, 0, 2), sliceOf(text, 2, 4)]).toEqual(['a', '😀b']);
  expect([sliceOf(text, 0, 3), sliceOf(text, 3, 4)]).toEqual(['a😀', 'b']);
  expect([sliceOf(text, 0, 1), sliceOf(text, 1, 3), sliceOf(text, 0, 0)]).toEqual(['a', '😀', '']);
});
