import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clipped, interpolate, placeholderNames } from '../../../src/core/workflow/texts/interpolation.ts';

const lookup = (values: Readonly<Record<string, string>>) => (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);

test.each([
  ['{{input}} {{a-b}}', 'I O'],
  ['{{ input }} {{input.x}} {{INPUT}} {input} {{}}', '{{ input }} {{input.x}} {{INPUT}} {input} {{}}'],
  ['{{{input}}} {{{{input}}}}', '{I} {{I}}'],
  ['{{input', '{{input'],
  ['{{in\nput}} {{input}}}}', '{{in\nput}} I}}'],
  ['{{in{{input}}put}}', '{{inIput}}'],
  ['', ''],
])('%j is filled in as %j', (template, text) => {
  expect(interpolate(template, lookup({ input: 'I', 'a-b': 'O' }))).toBe(text);
});

test('patterns of replacing are text', () => {
  expect(interpolate('<{{input}}>', () => "$& $1 $$ $` $'")).toBe("<$& $1 $$ $` $'>");
});

const name = fc.string({ unit: fc.constantFrom('a', 'b', '-', ' '), minLength: 1, maxLength: 3 });
const part = fc.oneof(
  name.map((each) => ({ name: each })),
  fc.string({ unit: fc.constantFrom('x', ' ', '\n', '.'), maxLength: 4 }).map((text) => ({ text })),
);
const value = fc.oneof(
  fc.string(),
  name.map((each) => `{{${each}}}`),
);

test('one pass: names that are known become their values, which are never looked at again; others stay', () => {
  fc.assert(
    fc.property(fc.array(part), fc.dictionary(name, value), (parts, values) => {
      const template = parts.map((each) => ('name' in each ? `{{${each.name}}}` : each.text)).join('');
      const filled = parts.map((each) => ('name' in each ? (lookup(values)(each.name) ?? `{{${each.name}}}`) : each.text)).join('');
      expect(interpolate(template, lookup(values))).toBe(filled);
      expect(placeholderNames(template)).toEqual([...new Set(parts.flatMap((each) => ('name' in each ? [each.name] : [])))]);
    }),
  );
});

test('a template of which nothing is known stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('{', '}', 'a', ' '), maxLength: 30 }),
      (text) => interpolate(text, () => undefined) === text,
    ),
  );
});

test('a text within the limit is not clipped', () => {
  expect(clipped('0123456789', '/tmp/x', 10)).toBe('0123456789');
  expect(clipped('x'.repeat(256 * 1024), '/tmp/x')).toHaveLength(256 * 1024);
});

test('a longer one keeps its head and tail, and says where the whole is', () => {
  expect(clipped('abcdefghijk', '/tmp/x', 5)).toBe('ab\n[... 7 characters left out; the whole is in /tmp/x ...]\njk');
});
