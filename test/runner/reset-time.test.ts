import { expect, test } from 'vitest';
import { durationMsOf, resetTimeIn } from '../../src/adapters/agent-cli/reset-time.ts';

const now = new Date(2026, 10, 30, 14, 5).getTime();

test.each<[string, number | null]>([
  ['Please try again in 11.054s.', now + 11_054],
  ['try again in 250ms', now + 250],
  ['Suggested retry after 37s.', now + 37_000],
  ['retrying in 3 days 2 hours', now + 266_400_000],
  ['try again in 1h23m4s', now + 4_984_000],
  ['or try again at 5:33 PM.', new Date(2026, 10, 30, 17, 34).getTime()],
  ['try again at Dec 3rd, 2026 9:00 AM.', new Date(2026, 11, 3, 9, 1).getTime()],
  ['try again in a while', null],
  ['try again at noon', null],
  ['try again later', null],
  ['Wait 37s.', null],
])('the end of a limit is read from "%s"', (sentence, expected) => {
  expect(resetTimeIn(sentence, now)).toBe(expected);
});

test.each<[string, number | null]>([
  ['3700s', 3_700_000],
  ['0.5s', 500],
  ['', null],
  ['soon', null],
])('the duration "%s" is %s ms', (text, expected) => {
  expect(durationMsOf(text)).toBe(expected);
});
