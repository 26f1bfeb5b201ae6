import { expect, test } from 'vitest';
import { readReply } from '../../../src/core/workflow/texts/reply-form.ts';

const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } }, additionalProperties: false } as const;

test.each([
  ['the whole reply', '{"n": 1}'],
  ['between blank lines', '\n\n{"n": 1}\n'],
  ['in a fence', 'Here it is:\n```json\n{"n": 1}\n```\nDone.'],
  ['in the last of two fences', '```\n{"n": 7}\n```\nor rather\n```\n{"n": 1}\n```'],
  ['between words', 'The answer is {"n": 1}, as I said.'],
])('JSON is found as %s', (_, text) => {
  expect(readReply(text, schema)).toEqual({ json: '{"n": 1}' });
});

test.each([
  ['no bracket at all', 'one'],
  ['a bracket that nothing closes', 'see [1'],
  ['brackets that hold no JSON', 'a [b] c'],
])('a reply with %s is no JSON', (_, text) => {
  expect(readReply(text, schema)).toEqual({ misshapen: 'the reply is no JSON' });
});

test('all that is wrong is told at once, each with its place', () => {
  expect(readReply('{"m": 1, "n": "x"}', schema)).toEqual({
    misshapen: 'the JSON does not meet the schema: the whole must NOT have additional properties (m); /n must be integer',
  });
  expect(readReply('{}', schema)).toEqual({ misshapen: "the JSON does not meet the schema: the whole must have required property 'n'" });
});

test('a list may be wanted, or any JSON at all', () => {
  expect(readReply('Sure: [1, 2]', { type: 'array' })).toEqual({ json: '[1, 2]' });
  expect(readReply('17', true)).toEqual({ json: '17' });
});

test('no more than ten mistakes are told', () => {
  const many = readReply(JSON.stringify(Array.from({ length: 30 }, () => 'x')), { type: 'array', items: { type: 'integer' } });
  expect('misshapen' in many && many.misshapen.split(';')).toHaveLength(10);
});

test('a reply that is nested deeper than a schema that leads back to itself can follow is told so', () => {
  const endless = { $ref: '#/$defs/list', $defs: { list: { type: 'array', items: { $ref: '#/$defs/list' } } } } as const;
  expect(readReply(`${'['.repeat(20)}${']'.repeat(20)}`, endless)).toHaveProperty('json');
  expect(readReply(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, endless)).toEqual({
    misshapen: 'the JSON is nested too deep to be checked',
  });
});
