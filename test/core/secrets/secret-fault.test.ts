import { expect, test } from 'vitest';
import { secretFault } from '../../../src/core/secrets/secret-fault.ts';

test.each([
  ['', 'not_found'],
  [' \n', 'not_found'],
  ['seven77', 'refused'],
  ['  seven77  ', 'refused'],
  ['with\0in it', 'refused'],
  ['x'.repeat(16 * 1024 + 1), 'refused'],
])('%j is no secret, which is said without telling it', (value, kind) => {
  const fault = secretFault('NAME', value);
  expect(fault?.kind).toBe(kind);
  expect(fault?.message).toContain('NAME');
  if (value.trim() !== '') expect(JSON.stringify(fault)).not.toContain(value.trim());
});

test.each(['eight888', 'x'.repeat(16 * 1024), '  eight888  ', 'two\nlines'])('%j is one', (value) => {
  expect(secretFault('NAME', value)).toBe(null);
});

test('of one character it is said as of one', () => {
  expect(secretFault('NAME', 'x')?.message).toContain('has 1 character,');
});
