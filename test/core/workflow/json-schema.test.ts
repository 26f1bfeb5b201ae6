import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { workflowJsonSchema } from '../../../src/core/workflow/json-schema.ts';
import { placesOf, steps } from './read.ts';
import { samples } from './samples.ts';

const schema = workflowJsonSchema() as { readonly [key: string]: unknown };
const validate = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(schema);
const accepts = (text: string): boolean => validate(parse(text, { merge: true }));

test('it is JSON, of the draft that it names', () => {
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Pawl workflow',
    additionalProperties: false,
  });
});

test('every key has words for the editor', () => {
  const maps = [schema, ...Object.values(schema.$defs as object)] as {
    description: string;
    properties: Record<string, { title: string; description: string }>;
  }[];
  expect(maps).toHaveLength(10);
  for (const { description, properties } of maps) {
    expect(description).toMatch(/\.$/);
    for (const [key, property] of Object.entries(properties))
      expect(property).toMatchObject({ title: key, description: expect.stringMatching(/^.{8,}\.$/) });
  }
});

test.each(Object.entries(samples))('it takes %s', (_what, text) => {
  expect(accepts(text.replace('    prompt: ~\n', '').replace('- <<: *review\n    id: tests', '- id: tests'))).toBe(true);
});

const a = 'id: a, prompt: x';

test.each([
  ['ids and texts that look like numbers', steps('id: 007, prompt: 42', 'id: true, prompt: x')],
  ['a command that is expected to fail', steps('id: a, command: x, expect: failure')],
  ['a loop with all its keys', steps(`${a}, loop: {max: 3, until: DONE, gate: "true"}`)],
  [
    'a step with all that work may have',
    steps(
      `${a}, timeout: 1.5h, retry: {max: 2, backoff: 500ms}, foreach: {items: [x, 1], max_parallel: 4}, isolate: worktree, env: {A_1: x, B: 2}, secrets: [T]`,
      'id: b, command: x, timeout: 5m, retry: 3, foreach: {items: a}, snapshot: true',
    ),
  ],
  ['a form of the reply', steps(`${a}, output: {schema: {type: object, properties: {n: {type: integer}}}}`)],
  ['a measured gate', steps(`${a}, loop: {gate: {command: x, measure: lower, tolerance: 0.5}}`)],
  ['a question, and another file', steps('id: a, approve: "Ship it?"', 'id: b, workflow: other.yml')],
  [
    'a workflow with all its keys',
    `description: d\nbudget: {limit: 1, downgrade: fast}\nenforce: soft\nbranch: true\nprinciples: [p]\n${steps(a)}`,
  ],
])('it takes what the reader takes: %s', (_what, text) => {
  expect(placesOf(text)).toEqual([]);
  expect(accepts(text)).toBe(true);
});

test.each([
  ['no name', 'steps: [{id: a, prompt: x}]\n'],
  ['no steps', 'name: n\n'],
  ['steps of nothing', 'name: n\nsteps: []\n'],
  ['an unknown key', `x: 1\n${steps(a)}`],
  ['an unknown key in a loop', steps(`${a}, loop: {untill: x}`)],
  ['no id', steps('prompt: x')],
  ['no body', steps('id: a')],
  ['two bodies', steps('id: a, prompt: x, command: y')],
  ['a command with a loop', steps('id: a, command: x, loop: {max: 1}')],
  ['a command with enforce', steps('id: a, command: x, enforce: hard')],
  ['a prompt with expect', steps(`${a}, expect: success`)],
  ['another word for expect', steps('id: a, command: x, expect: maybe')],
  ['another word for enforce', `enforce: maybe\n${steps(a)}`],
  ['a list as a text', steps('id: a, prompt: [x]')],
  ['a quoted number', steps(`${a}, loop: {max: "3"}`)],
  ['a negative budget', `budget: {limit: -1}\n${steps(a)}`],
  ['a question with a command', steps('id: a, approve: x, command: y')],
  ['a question with a loop', steps('id: a, approve: x, loop: {max: 1}')],
  ['a question with a model', steps('id: a, approve: x, model: fast')],
  ['another file with a time limit', steps('id: a, workflow: x, timeout: 5m')],
  ['a group with a foreach', steps(a, 'id: b, parallel: [a], foreach: {items: [x]}')],
  ['a command with a form of the reply', steps('id: a, command: x, output: {schema: {type: object}}')],
  ['a prompt with a snapshot', steps(`${a}, snapshot: true`)],
  ['a duration without a unit', steps(`${a}, timeout: 300`)],
  ['a unit that is none', steps(`${a}, timeout: 5min`)],
  ['no retry at all', steps(`${a}, retry: 0`)],
  ['a retry of text', steps(`${a}, retry: often`)],
  ['a foreach without items', steps(`${a}, foreach: {max_parallel: 2}`)],
  ['a foreach over nothing', steps(`${a}, foreach: {items: []}`)],
  ['nothing at once', steps(`${a}, foreach: {items: [x], max_parallel: 0}`)],
  ['an output without a schema', steps(`${a}, output: {}`)],
  ['a schema that is text', steps(`${a}, output: {schema: string}`)],
  ['another way to be apart', steps(`${a}, isolate: container`)],
  ['a name of git', steps(`${a}, env: {GIT_DIR: x}`)],
  ['a name with a dash', steps(`${a}, env: {A-B: x}`)],
  ['a list as a variable', steps(`${a}, env: {A: [x]}`)],
  ['a gate without a command', steps(`${a}, loop: {gate: {measure: lower}}`)],
  ['another word for measure', steps(`${a}, loop: {gate: {command: x, measure: less}}`)],
  ['a tolerance without a measure', steps(`${a}, loop: {gate: {command: x, tolerance: 1}}`)],
  ['a negative tolerance', steps(`${a}, loop: {gate: {command: x, measure: lower, tolerance: -1}}`)],
  ['a branch without a target', steps(`${a}, branch: [{when: w}]`)],
  ['a branch without a word', steps(`${a}, branch: [{goto: a}]`)],
])('it refuses what the reader refuses: %s', (_what, text) => {
  expect(placesOf(text)).not.toEqual([]);
  expect(accepts(text)).toBe(false);
});
