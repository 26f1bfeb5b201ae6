import { expect, test } from 'vitest';
import { queryOf } from '../../../../src/core/library/search/query-terms.ts';

test('words that mean nearly the same count once, however many words of the query lead to them, and never beside themselves', () => {
  const { terms } = queryOf('hotel hostel');
  const words = terms.filter(({ kind }) => kind === 'word').map(({ term }) => term);
  const meant = terms.filter(({ kind }) => kind === 'synonym').map(({ term }) => term);
  expect(words.length).toBe(2);
  expect(new Set(meant).size).toBe(meant.length);
  expect(meant.filter((term) => words.includes(term))).toEqual([]);
  expect(meant.length).toBeGreaterThan(0);
});
