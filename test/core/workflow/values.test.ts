import { expect, test } from 'vitest';
import { placesOf, stepOf, steps, wordsOf, workflowOf } from './read.ts';
import { samples } from './samples.ts';

test.each([
  ['007', '007'],
  ['0x1F', '0x1F'],
  ['1e3', '1e3'],
  ['yes', 'yes'],
  ['true', 'true'],
  ['2024-01-01', '2024-01-01'],
  ['.inf', '.inf'],
  ["'~'", '~'],
  ['"null"', 'null'],
  ['"a\\tb"', 'a\tb'],
  ['a\n    b', 'a b'],
  ['|-\n    a\n\n    b', 'a\n\nb'],
  ['>\n    a\n    b', 'a b\n'],
])('where a text belongs, %s counts as it was written', (written, read) => {
  expect(stepOf(`  prompt: ${written}`)).toMatchObject({ prompt: read });
});

test('ids, names and words are texts too, whatever they look like', () => {
  const workflow = workflowOf(
    'name: 2024-01-01\nsteps:\n- {id: 007, prompt: x, loop: {until: yes}}\n- {id: true, prompt: "{{007}}", principles: [1, no]}\n',
  );
  expect(workflow.name).toBe('2024-01-01');
  expect(workflow.steps).toMatchObject([
    { id: '007', loop: { until: 'yes' } },
    { id: 'true', principles: ['1', 'no'] },
  ]);
});

test('ids that are names of built-ins are ordinary ids, and such keys ordinary unknown ones', () => {
  expect(placesOf(steps('id: __proto__, prompt: x', 'id: constructor, prompt: "{{__proto__}}"', 'id: toString, prompt: x'))).toEqual([]);
  expect(placesOf(steps('id: a, prompt: x, __proto__: {}, constructor: 1'))).toEqual(['3:22 unknown-key', '3:37 unknown-key']);
});

test.each([
  ['3', 3],
  ['+3', 3],
  ['0x10', 16],
  ['0o10', 8],
  ['010', 10],
  ['3.0', 3],
  ['1e2', 100],
  ['1_000', 1000],
])('where a number belongs, %s is %i', (written, max) => {
  expect(stepOf(`  prompt: x\n  loop: {max: ${written}}`)).toMatchObject({ loop: { max } });
});

test.each([
  ['"3"', 'here is "3" | write it without quotes'],
  ['3.5', 'here is "3.5" | '],
  ['three', 'here is "three" | '],
  ['.nan', 'here is ".nan" | '],
  ['.inf', 'here is ".inf" | '],
  ['1e400', 'here is "1e400" | '],
  ['9007199254740993', 'here is "9007199254740993" | '],
  ['true', 'here is "true" | '],
  ['[3]', 'here is a list | '],
  ['{a: 3}', 'here is a map | '],
  ['"three"', 'here is "three" | '],
])('%s is no number of iterations', (written, words) => {
  const text = `name: n\nsteps: [{id: a, prompt: x, loop: {max: ${written}}}]\n`;
  expect(placesOf(text)).toEqual(['2:40 wrong-type']);
  expect(wordsOf(text, 'workflow/wrong-type')).toBe(`max must be a whole number; ${words}`);
});

test.each([
  ['true', true],
  ['True', true],
  ['yes', true],
  ['on', true],
  ['y', true],
  ['FALSE', false],
  ['no', false],
  ['off', false],
  ['N', false],
])('where true or false belongs, %s is %s', (written, nonEmpty) => {
  expect(stepOf(`  prompt: x\n  require: {non_empty: ${written}, until: w}`)).toMatchObject({ require: { nonEmpty } });
});

test.each(['"true"', 'Yes', '1', '[true]'])('%s is neither true nor false', (written) => {
  const text = `name: n\nsteps: [{id: a, prompt: x}]\nbranch: ${written}\n`;
  expect(placesOf(text)).toEqual(['3:9 wrong-type']);
  expect(wordsOf(text, 'workflow/wrong-type')).toContain('branch must be true or false; here is');
});

test.each([
  ['a list where a text belongs', 'prompt: [one, two]', '3:19 wrong-type', 'prompt must be text; here is a list | '],
  ['a map where a text belongs', 'prompt: {a: b}', '3:19 wrong-type', 'prompt must be text; here is a map | quote it: "{a: b}"'],
  ['braces without quotes', 'prompt: {{input}}', '3:19 wrong-type', 'prompt must be text; here is a map | quote it: "{{input}}"'],
  [
    'a text where a list belongs',
    'parallel: b',
    '3:21 wrong-type',
    'parallel must be a list; here is "b" | write it in brackets: parallel: [one, two]',
  ],
  ['a list in a list of texts', 'parallel: [[b]]', '3:22 wrong-type', 'an entry of parallel must be text; here is a list | '],
  ['a text where a map belongs', 'prompt: x, loop: 3', '3:28 wrong-type', 'loop must be a map of keys: max, until, gate; here is "3" | '],
  [
    'a list where a map belongs',
    'prompt: x, loop: [3]',
    '3:28 wrong-type',
    'loop must be a map of keys: max, until, gate; here is a list | ',
  ],
  [
    'a map where a list of maps belongs',
    'prompt: x, branch: {when: w}',
    '3:30 wrong-type',
    'branch must be a list; here is a map | each entry begins with "- "',
  ],
  [
    'a text in a list of maps',
    'prompt: x, branch: [w]',
    '3:31 wrong-type',
    'an entry of branch must be a map of keys: when, goto; here is "w" | ',
  ],
  [
    'a list where a choice belongs',
    'command: x, expect: [success]',
    '3:31 wrong-type',
    'expect must be success or failure; here is a list | ',
  ],
])('%s is told where it stands, and nothing else about it', (_what, keys, place, words) => {
  const text = steps(`id: a, ${keys}`);
  expect(placesOf(text)).toEqual([place]);
  expect(wordsOf(text, 'workflow/wrong-type')).toBe(words);
});

test('a block map where a text belongs has no quotes to offer', () => {
  expect(wordsOf('name: n\nsteps:\n- id: a\n  prompt:\n    b: c\n', 'workflow/wrong-type')).toBe('prompt must be text; here is a map | ');
});

test.each([
  ['name: {a: b}\nsteps: [{id: a, prompt: x}]\n', ['1:7 wrong-type']],
  ['name: n\nsteps: x\n', ['2:8 wrong-type']],
  ['name: n\nsteps: [x]\n', ['2:9 wrong-type']],
  ['name: n\nsteps: [{id: [a], prompt: x}]\n', ['2:14 wrong-type']],
])('what can not be read is not called missing as well: %j', (text, places) => {
  expect(placesOf(text)).toEqual(places);
});

test('a key in the form of a list or map is told; the rest is read', () => {
  const text = 'name: n\nsteps: [{id: a, prompt: x, {b: c}: d, [e]: f}]\n';
  expect(placesOf(text)).toEqual(['2:28 unknown-key', '2:39 unknown-key']);
  expect(wordsOf(text, 'workflow/unknown-key')).toContain('a list or map can be no key');
});

test('keys without a value say nothing', () => {
  const text = `name: n
description:
budget:
principles: ~
enforce: null
steps:
- {id: a, prompt: x, command: , expect: ~, loop, branch: , require: , model: , parallel: null, approve: , workflow: ,
   timeout: , retry: , foreach: , output: , isolate: , env: , secrets: , snapshot: }
`;
  expect(placesOf(text)).toEqual([]);
  expect(workflowOf(text)).toEqual({
    name: 'n',
    description: '',
    budget: { limitTokens: null, downgrade: null },
    enforce: 'hard',
    principles: [],
    ownBranch: true,
    steps: [
      {
        kind: 'prompt',
        id: 'a',
        prompt: 'x',
        model: null,
        enforce: 'hard',
        principles: [],
        loop: null,
        require: null,
        branch: [],
        timeoutMs: null,
        retry: null,
        foreach: null,
        isolated: false,
        env: {},
        secrets: [],
        outputSchema: null,
      },
    ],
  });
});

test('blank texts count as not given, but for ids and bodies, which must be there', () => {
  const text = steps('id: a, prompt: x, model: "", loop: {until: " ", gate: ""}, require: {non_empty: true, until: ""}');
  expect(workflowOf(text).steps[0]).toMatchObject({ model: null, loop: { max: 1, until: null, gate: null }, require: { until: null } });
});

test('a repair loop reads as it was written', () => {
  expect(placesOf(samples['a repair loop'] as string)).toEqual([]);
  expect(workflowOf(samples['a repair loop'] as string)).toMatchObject({
    name: 'Repair',
    budget: { limitTokens: 250000, downgrade: 'fast' },
    enforce: 'hard',
    steps: [
      { kind: 'command', id: 'baseline', command: 'sh -c "$PAWL_INPUT" 2>&1 || true', expect: null, require: null, branch: [] },
      {
        kind: 'prompt',
        model: 'smart',
        enforce: 'soft',
        loop: { max: 8, until: 'DONE', gate: { command: 'sh -c "$PAWL_INPUT"', measure: null } },
      },
      { kind: 'prompt', id: 'summary', model: 'fast', enforce: 'hard', loop: null },
    ],
  });
});

test('a router reads as it was written', () => {
  expect(placesOf(samples['a router with a way out'] as string)).toEqual([]);
  const { steps: read, ...workflow } = workflowOf(samples['a router with a way out'] as string);
  expect(workflow).toMatchObject({
    enforce: 'soft',
    principles: ['small steps', 'plain words'],
    budget: { limitTokens: null, downgrade: null },
  });
  expect(read).toMatchObject([
    {
      require: { nonEmpty: true, contains: ['L'], until: null, lastLineRegex: '^(SMALL|LARGE|NOTHING)$' },
      branch: [
        { when: 'SMALL', goto: 'short' },
        { when: 'NOTHING', goto: 'end' },
      ],
      principles: ['small steps', 'plain words'],
      enforce: 'soft',
    },
    { prompt: 'Plan it. {{triage}}\n' },
    { principles: [] },
  ]);
});

test('three reviews read as they were written', () => {
  expect(placesOf(samples['three reviews side by side'] as string)).toEqual([]);
  expect(workflowOf(samples['three reviews side by side'] as string).steps).toMatchObject([
    { kind: 'prompt', id: 'security' },
    { kind: 'command', id: 'tests', expect: 'success' },
    { kind: 'prompt', id: 'style', model: 'smart', prompt: 'Is it plain?' },
    { kind: 'parallel', id: 'all', children: ['security', 'tests', 'style'] },
    { kind: 'prompt', id: 'verdict' },
  ]);
});
