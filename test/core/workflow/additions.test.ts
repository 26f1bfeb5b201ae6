import { expect, test } from 'vitest';
import { placesOf, stepOf, steps, workflowOf } from './read.ts';
import { told } from './told.ts';

test('a step may have a time limit, retries, items, a work tree, variables and secrets', () => {
  const step = stepOf(
    `  command: make
  timeout: 1.5h
  retry: {max: 2, backoff: 500ms}
  foreach: {items: [one, 2, "", ~], max_parallel: 3}
  isolate: worktree
  env: {A: 007, B_2: "", _c: yes}
  secrets: [TOKEN, KEY]
  snapshot: true
`,
  );
  expect(step).toMatchObject({
    kind: 'command',
    timeoutMs: 5_400_000,
    retry: { max: 2, backoffMs: 500 },
    foreach: { items: { list: ['one', '2', '', ''] }, maxParallel: 3 },
    isolated: true,
    env: { A: '007', B_2: '', _c: 'yes' },
    secrets: ['TOKEN', 'KEY'],
    snapshot: true,
  });
});

test('what is not said is once, one at a time, and after a second', () => {
  expect(stepOf('  prompt: x\n  retry: {}\n')).toMatchObject({ retry: { max: 1, backoffMs: 1000 }, timeoutMs: null, isolated: false });
  expect(stepOf('  prompt: x\n  retry: 3\n')).toMatchObject({ retry: { max: 3, backoffMs: 1000 } });
  const [, second] = workflowOf(steps('id: a, command: ls', 'id: b, prompt: "{{item}}", foreach: {items: a}')).steps;
  expect(second).toMatchObject({ foreach: { items: { from: 'a' }, maxParallel: 1 } });
  expect(stepOf('  command: x\n')).toMatchObject({ snapshot: false, env: {}, secrets: [], retry: null, foreach: null });
});

test('a step may ask a person, or run another file', () => {
  expect(
    workflowOf(steps('id: ask, approve: "Ship it?", branch: [{when: NO, goto: end}]', 'id: ship, workflow: " ship.yml "')).steps,
  ).toEqual([
    { kind: 'approve', id: 'ask', question: 'Ship it?', require: null, branch: [{ when: 'NO', goto: 'end' }] },
    { kind: 'workflow', id: 'ship', file: 'ship.yml', require: null, branch: [] },
  ]);
});

test('a gate may measure', () => {
  const gateOf = (gate: string) => stepOf(`  prompt: x\n  loop: {gate: ${gate}}\n`);
  expect(gateOf('npm test')).toMatchObject({ loop: { gate: { command: 'npm test', measure: null } } });
  expect(gateOf('{command: npm test}')).toMatchObject({ loop: { gate: { command: 'npm test', measure: null } } });
  expect(gateOf('{command: wc, measure: lower}')).toMatchObject({ loop: { gate: { measure: { better: 'lower', tolerance: 0 } } } });
  expect(gateOf('{command: wc, measure: higher, tolerance: 0.5}')).toMatchObject({
    loop: { gate: { measure: { better: 'higher', tolerance: 0.5 } } },
  });
});

test('the schema of a reply is JSON, whatever YAML it was written in', () => {
  const text = `name: n
steps:
- id: a
  prompt: x
  output:
    schema:
      type: object
      properties: &named
        yes: {type: string, default: yes}
        007: {type: integer, minimum: 0x10, default: ~}
        list: {type: array, items: {type: [string, "null"]}, uniqueItems: true}
      $defs:
        <<: *named
        more: {enum: [1, 1.5, true, null, "1"], default}
      required: [yes]
`;
  expect(placesOf(text)).toEqual([]);
  const properties = {
    yes: { type: 'string', default: 'yes' },
    '007': { type: 'integer', minimum: 16, default: null },
    list: { type: 'array', items: { type: ['string', 'null'] }, uniqueItems: true },
  };
  expect(workflowOf(text).steps[0]).toMatchObject({
    outputSchema: {
      type: 'object',
      properties,
      $defs: { ...properties, more: { enum: [1, 1.5, true, null, '1'], default: null } },
      required: ['yes'],
    },
  });
});

const x = 'id: a, prompt: x';
const measured = (tolerance: string): string => steps(`${x}, loop: {gate: {command: x, measure: lower, tolerance: ›${tolerance}}}`);
const schema = (written: string): string => steps(`${x}, output: {schema: ${written}}`);

told([
  [
    'a duration without a unit',
    steps(`${x}, timeout: ›300`),
    ['invalid-duration'],
    'timeout "300" is no duration | write its unit: 300s or 300m',
  ],
  [
    'another unit',
    steps(`${x}, timeout: ›5 min`),
    ['invalid-duration'],
    'timeout "5 min" is no duration | a number above 0 and its unit: 500ms, 30s, 5m, 1.5h',
  ],
  ['no time at all', steps(`${x}, retry: {backoff: ›0s}`), ['invalid-duration'], 'backoff "0s" is no duration | a number above 0'],
  ['a list for a time', steps(`${x}, timeout: ›[5m]`), ['wrong-type'], 'timeout must be a duration, such as 5m; here is a list'],
  ['text for a number of retries', steps(`${x}, retry: ›often`), ['wrong-type'], 'retry must be a whole number; here is "often"'],
  [
    'a list for retries',
    steps(`${x}, retry: ›[1]`),
    ['wrong-type'],
    'retry must be a whole number, or a map of keys: max, backoff; here is a list',
  ],
  [
    'a list for a gate',
    steps(`${x}, loop: {gate: ›[x]}`),
    ['wrong-type'],
    'gate must be text, or a map of keys: command, measure, tolerance; here is a list',
  ],
  [
    'braces for a gate',
    steps(`${x}, loop: {gate: ›{{input}}}`),
    ['wrong-type'],
    'gate must be text; here is a map | quote it: "{{input}}"',
  ],
  ['text for a tolerance', measured('a bit'), ['wrong-type'], 'tolerance must be a number; here is "a bit"'],
  ['a quoted tolerance', measured('"5"'), ['wrong-type'], 'tolerance must be a number; here is "5" | write it without quotes'],
  ['an endless tolerance', measured('.inf'), ['wrong-type'], 'tolerance must be a number; here is ".inf"'],
  ['a list for a tolerance', measured('[5]'), ['wrong-type'], 'tolerance must be a number; here is a list'],
  [
    'braces for items',
    steps(`${x}, foreach: {items: ›{{a}}}`),
    ['wrong-type'],
    'items must be the id of a step, or a list; here is a map | an id stands here without braces',
  ],
  [
    'a block map for items',
    'name: n\nsteps:\n- id: a\n  prompt: x\n  foreach:\n    items:\n      ›b: c\n',
    ['wrong-type'],
    'here is a map | ',
  ],
  ['a map in a list of items', steps(`${x}, foreach: {items: [›{a: b}]}`), ['wrong-type'], 'an entry of items must be text; here is a map'],
  [
    'a list of variables',
    steps(`${x}, env: ›[A]`),
    ['wrong-type'],
    'env must be a map of names and texts; here is a list | write it so: env: {NAME: value}',
  ],
  ['a list for a variable', steps(`${x}, env: {A: ›[x]}`), ['wrong-type'], 'env.A must be text; here is a list'],
  ['a variable without a value', steps(`${x}, env: {›A}`), ['wrong-type'], 'env.A has no value | write "" for an empty text'],
  ['a variable of null', steps(`${x}, env: {A: ›~}`), ['wrong-type'], 'env.A has no value | write "" for an empty text'],
  [
    'text for a schema',
    schema('›string'),
    ['wrong-type'],
    'schema must be a map; here is "string" | the smallest that says something: {type: object}',
  ],
  ['a number that JSON has not', schema('{maximum: ›.inf}'), ['wrong-type'], '".inf" is no number that JSON can hold | write a number'],
  ['the same in a list', schema('{enum: [1, ›.nan]}'), ['wrong-type'], '".nan" is no number that JSON can hold'],
  ['an alias to nothing in a schema', schema('{enum: ›*x}'), ['unknown-alias']],
  ['an alias to nothing as a variable', steps(`${x}, env: {A: ›*x}`), ['unknown-alias']],
  ['another way to be apart', steps(`${x}, isolate: ›true`), ['invalid-isolate'], 'invalid isolate "true"'],
  [
    'keys that a map brings in stand where it is brought in',
    `name: n
steps:
- &first {id: a, command: x, env: &vars {›A-1: x, B: ›[y], C: z}}
- id: b
  command: y
  env: {››<<: *vars, C: own}
`,
    ['env-name', 'wrong-type', 'wrong-type', 'env-name'],
  ],
]);
