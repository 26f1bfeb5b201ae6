import { steps } from './read.ts';
import { a, type Case, told } from './told.ts';

const gate = 'loop: {gate: "true"}';

told([
  [
    'a question and a command are two bodies',
    steps('id: a, approve: x, ›command: y'),
    ['several-bodies'],
    'approve and command are mutually exclusive',
  ],
  ['another file and a prompt are two bodies', steps('id: a, workflow: x, ›prompt: y'), ['several-bodies'], 'make two steps of it'],
  ['a question has no loop', steps('id: a, approve: x, ›loop: {max: 2}'), ['several-bodies'], 'approve and loop are mutually exclusive'],
  [
    'another file has no loop',
    steps('id: a, workflow: x, ›loop: {max: 2}'),
    ['several-bodies'],
    'workflow and loop are mutually exclusive',
  ],
  ['a blank question is no body', steps('id: a, approve: ›" "'), ['no-body'], 'an approve question or a workflow file'],
  ['a question that can not be read is told once', steps('id: a, approve: ›[x]'), ['wrong-type']],
  ['the name of a file has no NUL', steps('id: a, workflow: ›"a\\0b"'), ['control-character'], 'the name of a file can not hold a NUL'],
  ['require and branch go with a question', steps('id: a, approve: x, require: {until: yes}, branch: [{when: w, goto: a}]'), []],
]);

told([
  ...['timeout: 5m', 'retry: 2', 'foreach: {items: [x]}', 'isolate: worktree', 'env: {A: b}', 'secrets: [A]'].flatMap((field): Case[] => {
    const key = field.split(':')[0] as string;
    return [
      [`${key} goes with a prompt and a command`, steps(`${a}, ${field}`, `id: b, command: x, ${field}`), []],
      [
        `${key} does not go with a question`,
        steps(`id: a, approve: x, ›${field}`),
        ['misplaced-key'],
        `${key} does not go with approve in step "a"`,
      ],
      [
        `${key} does not go with another file`,
        steps(`id: a, workflow: x, ›${field}`),
        ['misplaced-key'],
        `${key} does not go with workflow`,
      ],
      [
        `${key} does not go with a group`,
        steps(a, `id: b, parallel: [a], ›${field}`),
        ['misplaced-key'],
        `${key} does not go with parallel`,
      ],
    ];
  }),
  ...['model: fast', 'principles: [p]', 'enforce: soft'].flatMap((field): Case[] => [
    [`${field} does not go with a question`, steps(`id: a, approve: x, ›${field}`), ['misplaced-key'], 'while a person is asked'],
    [
      `${field} does not go with another file`,
      steps(`id: a, workflow: x, ›${field}`),
      ['misplaced-key'],
      'put it on the steps of that file',
    ],
  ]),
  ['a group has no time limit of its own', steps(a, 'id: b, parallel: [a], ›timeout: 5m'), ['misplaced-key'], 'put it on its children'],
  [
    'a foreach repeats work only',
    steps('id: a, approve: x, ›foreach: {items: [x]}'),
    ['misplaced-key'],
    'only a prompt, a command or a function is repeated',
  ],
  [
    'the output of a command has no schema',
    steps('id: a, command: x, ›output: {schema: {type: object}}'),
    ['misplaced-key'],
    'output does not go with command in step "a" | only the reply to a prompt and the result of a function have a schema; require checks what a command prints',
  ],
  ['a schema goes with require and with a loop', steps(`${a}, output: {schema: {type: object}}, require: {non_empty: true}, ${gate}`), []],
  ['a snapshot does not go with a question', steps('id: a, approve: x, ›snapshot: true'), ['misplaced-key']],
  ['a prompt always has its snapshot', steps(`${a}, ›snapshot: false`), ['ignored-snapshot'], 'a prompt step is always recorded'],
  ['a key is not called misplaced where the body is not known', steps('id: a, approve: x, ›command: y, timeout: 5m'), ['several-bodies']],
  ['nor where there is none', steps('id: ›a, timeout: 5m'), ['no-body']],
]);

told([
  [
    'a question can not be asked in a group',
    steps('id: a, approve: x', 'id: b, parallel: [›a]'),
    ['parallel-child'],
    'step "a", which waits for a person',
  ],
  [
    'another file can not be run in a group',
    steps('id: a, workflow: x', 'id: b, parallel: [›a]'),
    ['parallel-child'],
    'which is a run of its own',
  ],
  [
    'what is repeated can not be a child',
    steps(`${a}, foreach: {items: [x]}`, 'id: b, parallel: [›a]'),
    ['parallel-child'],
    'which is repeated by foreach | run it before or after the group; its max_parallel runs items at the same time',
  ],
  ['a gated child in a work tree of its own is fine', steps(`${a}, ${gate}, isolate: worktree`, 'id: b, parallel: [a]'), []],
  ['a gated child is told what would help', steps(`${a}, ${gate}`, 'id: b, parallel: [›a]'), ['gated-child'], 'isolate: worktree'],
  [
    'a misspelled isolate is told once',
    steps(`${a}, ${gate}, isolate: ›worktre`, 'id: b, parallel: [a]'),
    ['invalid-isolate'],
    'did you mean "worktree"?',
  ],
  ['a step may be apart anywhere', steps(`${a}, isolate: worktree`), []],
]);

const b = 'id: b, prompt: y';
const over = (items: string) => `${b}, foreach: {items: ${items}}`;

told([
  ['items of an earlier step', steps(a, over('a')), []],
  ['items as a list', steps(over('[one, ""]')), []],
  [
    'a foreach without items',
    steps(`${b}, ›foreach: {max_parallel: 2}`),
    ['foreach-items'],
    'the foreach of step "b" has no items | name an earlier step',
  ],
  ['a list of no items', steps(over('›[]')), ['foreach-items'], 'has no items'],
  ['items that can not be read', steps(over('[›[x]]')), ['wrong-type']],
  ['a misspelled key is no missing one', steps(`${b}, foreach: {›item: a}`), ['unknown-key'], 'did you mean "items"?'],
  [
    'items of no step',
    steps('id: files, command: x', over('›filse')),
    ['foreach-items'],
    'names no step | did you mean "files"? steps: files, b',
  ],
  ['items of a blank name', steps(a, over('›""')), ['foreach-items'], 'items "" of step "b" names no step'],
  ['items of a name in braces', steps(a, over('›"{{a}}"')), ['foreach-items'], 'write the id without braces: items: a'],
  ['items of the input', steps(over('›input')), ['foreach-items'], 'let a step print the input'],
  ['items of itself', steps(over('›b')), ['foreach-items'], 'would be its own output'],
  [
    'items of a group',
    steps(a, 'id: g, parallel: [a]', over('›g')),
    ['foreach-items'],
    'has no output of its own | name one of its children',
  ],
  ['items of a child of a group', steps(a, 'id: g, parallel: [a]', over('a')), []],
  [
    'items of a child whose group comes later',
    steps(a, over('›a'), 'id: g, parallel: [a]'),
    ['items-of-later-step'],
    'step "b" takes its items from step "a", which comes after it | move that step before it',
  ],
  ['items of a later step', steps(over('›a'), a), ['items-of-later-step']],
  ['a step without an id may have items', `name: n\nsteps:\n- {${a}}\n- ›{prompt: y, foreach: {items: a}}\n`, ['missing-id']],
  [
    'gated items at the same time',
    steps(`${b}, foreach: {items: [x], max_parallel: ›2}, ${gate}`),
    ['gated-items'],
    'puts the whole workspace back | give each a work tree of its own, isolate: worktree',
  ],
  ['gated items one after the other', steps(`${b}, foreach: {items: [x], max_parallel: 1}, ${gate}`), []],
  ['gated items apart', steps(`${b}, foreach: {items: [x], max_parallel: 2}, ${gate}, isolate: worktree`), []],
  [
    'gated items with a misspelled isolate',
    steps(`${b}, foreach: {items: [x], max_parallel: 2}, ${gate}, isolate: ›yes`),
    ['invalid-isolate'],
  ],
  [
    'none at once',
    steps(`${b}, foreach: {items: [x], max_parallel: ›0}`),
    ['number-too-small'],
    'foreach.max_parallel is 0; it must be at least 1',
  ],
  ['no retries', steps(`${b}, retry: ›0`), ['number-too-small'], 'retry.max is 0; it must be at least 1 | delete the retry'],
  ['fewer than none', steps(`${b}, retry: {max: ›-1}`), ['number-too-small'], 'retry.max is -1'],
]);

told([
  ['an item in a command', steps('id: b, command: "›{{item}}", foreach: {items: [x]}'), ['braces-in-shell'], '"$PAWL_ITEM"'],
  ['its number', steps('id: b, command: "›{{item_index}}", foreach: {items: [x]}'), ['braces-in-shell'], '"$PAWL_ITEM_INDEX"'],
  ['a step of that name', steps('id: b, command: "›{{item}}"'), ['braces-in-shell'], '"$PAWL_OUT_ITEM"'],
  ['{{item}} and its number are known in a foreach', steps('id: b, prompt: "{{item}} {{item_index}}", foreach: {items: [x]}'), []],
  ['with a gate they and it are', steps(`id: b, prompt: "{{item}} {{gate}}", foreach: {items: [x]}, ${gate}`), []],
  ['elsewhere they are not', steps('id: b, prompt: "›{{item}}"'), ['unknown-name'], 'only a prompt with foreach knows {{item}}'],
  ['unless a step is called so', steps('id: b, prompt: "{{item}}"', 'id: item, prompt: x'), []],
  ['nearly', steps('id: b, prompt: "›{{itm}}", foreach: {items: [x]}'), ['unknown-name'], 'did you mean "item"?'],
]);

told([
  ['a gate of no command', steps(`${a}, loop: {gate: ›{measure: lower}}`), ['gate-without-command'], 'the gate of step "a" has no command'],
  ['a gate of a blank command', steps(`${a}, loop: {gate: {command: ›" "}}`), ['gate-without-command']],
  ['a gate of a command that can not be read', steps(`${a}, loop: {gate: {command: ›[x]}}`), ['wrong-type']],
  ['a blank gate is none', steps(`${a}, loop: {gate: " "}`), []],
  [
    'a measure that is neither',
    steps(`${a}, loop: {gate: {command: x, measure: ›lowest, tolerance: 1}}`),
    ['invalid-measure'],
    'did you mean "lower"?',
  ],
  [
    'a tolerance of no measure',
    steps(`${a}, loop: {gate: {command: x, ›tolerance: 1}}`),
    ['tolerance-without-measure'],
    'tolerance without measure in the gate of step "a"',
  ],
  [
    'a negative tolerance',
    steps(`${a}, loop: {gate: {command: x, measure: lower, tolerance: ›-0.5}}`),
    ['number-too-small'],
    'gate.tolerance is -0.5; it must be at least 0',
  ],
  [
    'braces in a measured gate',
    steps(`${a}, loop: {gate: {command: "›{{input}}", measure: lower}}`),
    ['braces-in-shell'],
    'in a gate is refused',
  ],
]);

told([
  ...['A-B', '1A', 'a b', 'é', '""'].map(
    (name): Case => [
      `${name} is no name of a variable`,
      steps(`${a}, env: {›${name}: x}`),
      ['env-name'],
      'is no name of a variable | letters, digits and _ only',
    ],
  ),
  ['a name that is nearly one', steps(`${a}, env: {›1-a: x}`), ['env-name'], 'such as _1_a'],
  ...['PAWL_INPUT', 'DEVKIT_OUT_A', 'GIT_DIR'].map(
    (name): Case => [
      `${name} is kept`,
      steps(`${a}, env: {›${name}: x}`, `id: b, command: x, secrets: [›${name}]`),
      ['env-name', 'env-name'],
      'is kept for',
    ],
  ),
  ['GITHUB_TOKEN is not git’s', steps(`${a}, env: {GITHUB_TOKEN: x, _x: y}`), []],
  ['a blank secret', steps(`${a}, secrets: [›""]`), ['env-name'], '"" is no name of a variable | letters, digits and _ only, such as _'],
  ['a secret that is named twice', steps(`${a}, secrets: [A, B, ›A]`), ['repeated-secret'], 'step "a" names the secret "A" twice'],
  [
    'a secret that stands in env',
    steps(`${a}, env: {A: x}, secrets: [›A]`),
    ['secret-in-env'],
    '"A" is a secret of step "a" and stands in its env too',
  ],
  [
    'braces in a variable',
    steps(`${a}, env: {A: "x ›{{b-c}}"}`),
    ['braces-in-shell'],
    'in a value of env is refused (shell injection mitigation) | the value comes by environment: "$PAWL_OUT_B_C"',
  ],
  ['a NUL in a variable', steps(`${a}, env: {A: ›"a\\0b"}`), ['control-character'], 'a value of env can not hold a NUL'],
  [
    'variables of more than 96 KiB',
    steps(`${a}, ›env: {A: ${'x'.repeat(50_000)}, B: ${'x'.repeat(50_000)}}`),
    ['long-env'],
    'the env of step "a" has more than 96 KiB | keep long texts in a file',
  ],
]);
