import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/model/json.ts';
import { filledArguments, textsIn } from '../../../src/core/workflow/texts/function-arguments.ts';
import { stepOf, steps } from './read.ts';
import { a, type Case, told } from './told.ts';

test('a step may run a stored function', () => {
  expect(
    stepOf(`  function: " total@3f9ac1e0 "
  args: {file: "{{input}}", more: [1, ~, {deep: yes}]}
  output: {schema: {type: number}}
  snapshot: true
  retry: 2
  secrets: [TOKEN]
  foreach: {items: [x]}
`),
  ).toMatchObject({
    kind: 'function',
    name: 'total',
    digest: '3f9ac1e0',
    args: { file: '{{input}}', more: [1, null, { deep: 'yes' }] },
    outputSchema: { type: 'number' },
    snapshot: true,
    retry: { max: 2 },
    secrets: ['TOKEN'],
    foreach: { maxParallel: 1 },
  });
  expect(stepOf('  function: total\n')).toMatchObject({ name: 'total', digest: null, args: {}, outputSchema: null, snapshot: false });
});

told([
  ['a function and a command are two bodies', steps('id: a, function: x, ›command: y'), ['several-bodies'], 'function and command are'],
  ['a function has no loop', steps('id: a, function: x, ›loop: {max: 2}'), ['several-bodies'], 'a loop repeats a prompt'],
  ['a blank name is no body', steps('id: a, function: ›" "'), ['no-body'], 'a prompt, a command, a function'],
  ['a name is one of a function', steps('id: a, function: ›to-tal'), ['function-name'], '"to-tal" in step "a" names no function | letters'],
  ['a digest has 8 characters at least', steps('id: a, function: ›total@3f9'), ['function-name'], 'total@3f9ac1e0'],
  ...['model: fast', 'principles: [p]', 'enforce: soft'].map(
    (field): Case => [
      `${field} does not go with a function`,
      steps(`id: a, function: x, ›${field}`),
      ['misplaced-key'],
      'delete it: a function is run without a model',
    ],
  ),
  ['expect goes with a command', steps('id: a, function: x, ›expect: success'), ['expect-without-command']],
  ['only a function takes args', steps('id: a, command: x, ›args: {a: 1}'), ['misplaced-key'], 'a command reads its values'],
  ['args are a map', steps('id: a, function: x, args: ›[1]'), ['wrong-type']],
  ['a group runs functions', steps('id: a, function: x', 'id: b, parallel: [a]'), []],
  ['names in braces are known', steps(a, 'id: b, function: x, args: {p: "{{a}}", q: ["{{input}}", "{{a.json}}"], r: 1}'), []],
  [
    'a name that is not known stays',
    steps(a, 'id: b, function: x, args: {p: ["›{{aa}} {{a}}"]}'),
    ['unknown-name'],
    '{{aa}} names no step; it would stay as it is | did you mean',
  ],
  ['one that is like none', steps(a, 'id: b, function: x, args: {p: "›{{zzzzzz}}"}'), ['unknown-name'], 'known here: input, a, b'],
  ['blanks in braces', steps(a, 'id: b, function: x, args: {p: "›{{ a }}"}'), ['unknown-name'], 'no blanks inside: {{a}}'],
  ['a value stands alone', steps(a, 'id: b, function: x, args: {p: "it: ›{{a.json}}"}'), ['unknown-name'], 'a value stands alone'],
  ['a value of nothing', steps(a, 'id: b, function: x, args: {p: ›"{{c.json}}"}'), ['unknown-name'], '{{c}} names no step'],
  ['an item outside foreach', steps(a, 'id: b, function: x, args: {p: "›{{item}}"}'), ['unknown-name'], 'only a step with foreach'],
  ['an item', steps(a, 'id: b, function: x, foreach: {items: a}, args: {p: "{{item}} {{item_index}}", q: "{{item.json}}"}'), []],
  ['a step that ends in .json', steps('id: a.json, prompt: x', 'id: b, function: x, args: {p: "{{a.json}}"}'), []],
]);

const values: Record<string, string> = {
  input: 'all of "it"',
  list: '[1, {"a": 2}]\nexit code: 0',
  'own.json': 'text',
  own: '{}',
  bad: 'no',
};

test.each<[string, Json, Json]>([
  ['texts at any depth', { a: ['{{input}}!', { b: 'x {{own}}' }], c: 1, d: null }, { a: ['all of "it"!', { b: 'x {}' }], c: 1, d: null }],
  ['a value that stands alone', { a: '{{list.json}}' }, { a: [1, { a: 2 }] }],
  ['a step that is called so', { a: '{{own.json}}' }, { a: 'text' }],
  ['a name that has no value yet', { a: '{{later}}' }, { a: '{{later}}' }],
  ['a value in a text is none', { a: 'x {{list.json}}' }, { a: 'x {{list.json}}' }],
  ['a member called __proto__', JSON.parse('{"__proto__": "{{own}}"}') as Json, JSON.parse('{"__proto__": "{}"}') as Json],
])('%s', (_, args, filled) => {
  const result = filledArguments(args, (name) => values[name]);
  expect(result).toEqual({ ok: true, value: filled });
  expect(JSON.stringify(result)).toBe(JSON.stringify({ ok: true, value: filled }));
});

test('what was to be JSON and is none, or is not there, is said', () => {
  const told = (args: Json) => filledArguments(args, (name) => values[name]);
  expect(told({ a: ['{{bad.json}}'] })).toEqual({ ok: false, failure: '{{bad.json}} was to be JSON, and what bad gave is none' });
  expect(told(['{{later.json}}'])).toEqual({ ok: false, failure: '{{later.json}} was to be JSON, and there is no value of later yet' });
});

test('the texts of an argument are those of its members', () => {
  expect(textsIn({ a: 'x', b: [1, null, 'y', { c: true, d: 'z' }] })).toEqual(['x', 'y', 'z']);
});
