import { expect, test } from 'vitest';
import { unmetRequirement } from '../../../src/core/workflow/texts/requirement.ts';
import type { Require } from '../../../src/core/workflow/workflow.ts';

const nothing: Require = { nonEmpty: false, contains: [], until: null, lastLineRegex: null };

test.each<[string, Partial<Require>, string]>([
  ['more than blanks', { nonEmpty: true }, ' x '],
  ['all texts', { contains: ['A', 'b c'] }, 'b c A'],
  ['a word in any letter case', { until: 'DONE' }, 'all done.'],
  ['a last line', { lastLineRegex: '^SCORE: [0-9]+$' }, 'x\nSCORE: 12  \n\n \n'],
  ['an only line', { lastLineRegex: '^x$' }, 'x'],
  ['a pattern with a flag', { lastLineRegex: '(?i)ok' }, 'all is OK'],
  ['everything at once', { nonEmpty: true, contains: ['x'], until: 'x', lastLineRegex: 'x' }, 'x'],
])('%s is met', (_what, require, output) => {
  expect(unmetRequirement({ ...nothing, ...require }, output)).toBeNull();
});

test.each<[Partial<Require>, string, string]>([
  [{ nonEmpty: true }, ' \n', 'require.non_empty: the output is blank'],
  [{ contains: ['a', 'B'] }, 'a b', 'require.contains: "B" is missing; attempted output: a b'],
  [{ until: 'DONE' }, 'ABANDONED\n', 'require.until: the word "DONE" is missing; attempted output: ABANDONED'],
  [{ lastLineRegex: '^ok$' }, 'ok\nno', 'require.last_line_regex: the last line does not match ^ok$; attempted output: ok\nno'],
  [{ nonEmpty: true, contains: ['x'] }, '', 'require.non_empty: the output is blank'],
])('%j is not met by %j, and the attempt is shown', (require, output, words) => {
  expect(unmetRequirement({ ...nothing, ...require }, output)).toBe(words);
});

test('of a long attempt the end is shown', () => {
  const unmet = unmetRequirement({ ...nothing, contains: ['x'] }, `${'a'.repeat(1000)}b`) as string;
  expect(unmet).toMatch(/attempted output: …a{499}b$/);
});

test('a pattern that would take for ever elsewhere takes no time', () => {
  expect(unmetRequirement({ ...nothing, lastLineRegex: '^(a+)+$' }, `${'a'.repeat(50_000)}b`)).toContain('does not match');
});
