import { expect, test } from 'vitest';
import { readReply } from '../../../src/core/workflow/texts/reply-form.ts';

const json = (value: unknown): string => JSON.stringify(value);

test.each([
  ['a pattern', { pattern: '^[A-Z]' }, 'Title', 'title'],
  ['a flag of RE2', { pattern: '(?i)^ok$' }, 'OK', 'okay'],
  ['names by pattern', { patternProperties: { '^n': { type: 'number' } } }, { n1: 1, x: 'x' }, { n1: 'x' }],
])('%s is read as RE2 has it', (_what, schema, good, bad) => {
  expect(readReply(json(good), schema)).toEqual({ json: json(good) });
  expect(readReply(json(bad), schema)).toMatchObject({ misshapen: expect.stringContaining('does not meet the schema') });
});

test('a pattern that would keep a native one busy for ages is answered at once', () => {
  expect(readReply(json(`${'a'.repeat(50_000)}!`), { pattern: '^(a+)+$' })).toMatchObject({ misshapen: expect.any(String) });
});
