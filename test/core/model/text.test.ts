import { expect, test } from 'vitest';
import { digestOf } from '../../../src/core/model/digest.ts';
import { listed, quoted, shown, visible } from '../../../src/core/model/shown-text.ts';
import { lineText, positionOf, sourceTextOf } from '../../../src/core/model/source-text.ts';

test('a digest is the sha256 of the UTF-8 bytes', () => {
  expect(digestOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(digestOf('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
});

test('what is not seen is written out', () => {
  expect(visible('a\tb\x1b[31m\u202e\ud800\u2028é漢🙂')).toBe('a\\u{9}b\\u{1b}[31m\\u{202e}\\u{d800}\\u{2028}é漢🙂');
});

test('a word in a message is short', () => {
  expect(quoted('abc')).toBe('"abc"');
  expect(shown('x'.repeat(60))).toHaveLength(60);
  expect(shown('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
});

test('a list in a hint is short', () => {
  expect(listed([])).toBe('');
  expect(listed(['a', 'b'])).toBe('a, b');
  expect(listed([...'abcdefghi'])).toBe('a, b, c, d, e, f, g, h …');
});

const source = sourceTextOf('\ufeffone\r\ntwo\n\nfour');

test('lines are counted without the byte order mark and the line ends', () => {
  expect([0, 1, 2, 3, 4, 5].map((line) => lineText(source, line))).toEqual(['', 'one', 'two', '', 'four', '']);
});

test.each([
  [0, 3, 1, 1, 3],
  [1, 9, 1, 2, 2],
  [3, 4, 1, 4, 1],
  [5, 8, 2, 1, 3],
  [9, 9, 3, 1, 1],
  [10, 11, 4, 1, 1],
  [14, 14, 4, 5, 1],
])('the place %i to %i is at line %i, column %i, %i long', (start, end, line, column, length) => {
  expect(positionOf(source, { start, end })).toEqual({ line, column, length });
});
