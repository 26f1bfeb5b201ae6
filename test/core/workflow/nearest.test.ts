import { expect, test } from 'vitest';
import { nearest } from '../../../src/core/workflow/diagnoses/nearest.ts';

const keys = ['id', 'prompt', 'command', 'parallel', 'loop', 'branch', 'require'];

test.each([
  ['commnd', 'command'],
  ['comand', 'command'],
  ['commannd', 'command'],
  ['cmomand', 'command'],
  ['Prompt', 'prompt'],
  ['promts', 'prompt'],
  ['paralel', 'parallel'],
  ['lopo', 'loop'],
  ['di', 'id'],
  ['requires', 'require'],
])('%s was meant to be %s', (word, meant) => {
  expect(nearest(word, keys)).toBe(meant);
});

test.each(['timeout', 'xyz', '', 'command'.repeat(20), 'nowhere'])('%j was meant to be none of them', (word) => {
  expect(nearest(word, [...keys, 'here'])).toBeNull();
});

test('the nearest wins, the first of equally near ones', () => {
  expect(nearest('search-3', ['search-12', 'search-1', 'search-2'])).toBe('search-1');
  expect(nearest('reviewer', ['reviews', 'review', 'reviewers'])).toBe('reviewers');
});
