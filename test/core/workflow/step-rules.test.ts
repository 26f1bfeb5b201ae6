import { steps } from './read.ts';
import { a, told } from './told.ts';

told([
  ['a workflow without a name is told at its beginning', '# n\n›steps: [{id: a, prompt: x}]\n', ['missing-name'], 'missing name'],
  ['a blank name is none', steps(a).replace('n\n', '›"  "\n'), ['missing-name'], 'missing name'],
  ['a workflow without steps is told', '›name: n\n', ['no-steps'], 'no steps'],
  ['an empty list of steps is told at its key', 'name: n\n›steps: []\n', ['no-steps'], 'no steps'],
  [
    'a negative budget is told at its value',
    `budget: {limit: ›-250}\n${steps(a)}`,
    ['negative-budget'],
    'negative budget: the limit is -250',
  ],
  ['a budget of nothing is fine', `budget: {limit: 0}\n${steps(a)}`, []],
]);

told([
  ['a step without an id is told at the step', 'name: n\nsteps:\n- ›{prompt: x}\n', ['missing-id'], 'step missing id: step 1 has none'],
  ['a blank id is none', steps('id: ›" ", prompt: x'), ['missing-id'], 'step missing id'],
  ['a step of nothing lacks all', 'name: n\nsteps:\n-››\n- {id: a, prompt: x}\n', ['missing-id', 'no-body'], 'step 1'],
  [
    'the second of two equal ids is told',
    steps(a, 'id: b, prompt: x', 'id: ›a, prompt: x'),
    ['duplicate-id'],
    'duplicate step id "a" | the first is on line 3',
  ],
  [
    'ids that are one variable are told',
    steps('id: run-tests, prompt: x', 'id: ›run_tests, prompt: x', 'id: ›RUN.TESTS, prompt: x'),
    ['colliding-ids', 'colliding-ids'],
    'step ids "run-tests" and "run_tests" collide under env key RUN_TESTS',
  ],
  [
    'letters that are more than one byte may collide too',
    steps('id: é, prompt: x', 'id: ›__, prompt: x'),
    ['colliding-ids'],
    'collide under env key __',
  ],
  [
    'an id that ends in file may be the file of another',
    steps('id: log-file, prompt: x', 'id: ›log, prompt: x'),
    ['file-variable-clash'],
    'PAWL_OUT_LOG_FILE would be the output of "log-file" and the file of "log"',
  ],
  ['the same the other way round', steps('id: log, prompt: x', 'id: ›log_file, prompt: x'), ['file-variable-clash']],
  ['an id of two lines is told', steps('id: ›"a\\nb", prompt: x'), ['control-character'], 'the id "a\\u{a}b"'],
]);

told([
  ['a step without a body is told at its id', steps('id: ›a, model: fast'), ['no-body'], 'step "a" has no body'],
  ['a blank body is told where it stands', steps('id: a, prompt: ›""'), ['no-body'], 'no body'],
  ['a parallel list of nothing is no body', steps('id: a, parallel: ›[]'), ['no-body'], 'no body'],
  ['a blank command is no body', steps('id: a, command: ›" "'), ['no-body'], 'no body'],
  ['a step with neither id nor body is told at the step', 'name: n\nsteps:\n- ››model: fast\n', ['missing-id', 'no-body']],
  [
    'two bodies are told at the second',
    steps('id: a, prompt: x, ›command: y'),
    ['several-bodies'],
    'prompt and command are mutually exclusive in step "a"',
  ],
  [
    'three bodies are told twice',
    steps('id: a, command: y, ›prompt: x, ›parallel: [b]', 'id: b, prompt: x'),
    ['several-bodies', 'several-bodies'],
    'command and prompt are mutually exclusive',
  ],
  ['a command has no loop', steps('id: a, command: y, ›loop: {max: 2}'), ['several-bodies'], 'command and loop are mutually exclusive'],
  [
    'a parallel step has no loop',
    steps('id: a, parallel: [b], ›loop: {max: 2}', 'id: b, prompt: x'),
    ['several-bodies'],
    'parallel and loop are mutually exclusive',
  ],
  ['a prompt has no expect', steps(`${a}, ›expect: success`), ['expect-without-command'], 'expect without command in step "a"'],
  [
    'expect is success or failure',
    steps('id: a, command: x, expect: ›sucess'),
    ['invalid-expect'],
    'invalid expect "sucess" | did you mean "success"?',
  ],
  ['expect is nothing else', steps('id: a, command: x, expect: ›1'), ['invalid-expect'], 'it is success or failure'],
  [
    'enforce is hard or soft',
    `enforce: ›sot\n${steps(`${a}, enforce: ›medium`)}`,
    ['invalid-enforce', 'invalid-enforce'],
    'invalid enforce "sot" | did you mean "soft"?',
  ],
  ['a command has nobody to enforce', steps('id: a, command: x, ›enforce: hard'), ['enforce-on-command'], 'enforce on a command step'],
  ['enforce on other steps is fine', steps(`${a}, enforce: hard`, 'id: b, parallel: [a], enforce: soft'), []],
]);

told([
  [
    'braces in a command are refused',
    steps('id: a, command: "echo ›{{input}}"'),
    ['braces-in-shell'],
    'shell injection mitigation) | the value comes by environment: "$PAWL_INPUT"',
  ],
  [
    'braces in a gate are refused',
    steps('id: a, prompt: x, loop: {gate: "test ›{{a-b}}"}'),
    ['braces-in-shell'],
    '"{{a-b}}" in a gate is refused (shell injection mitigation) | the value comes by environment: "$PAWL_OUT_A_B"',
  ],
  [
    'braces are told on their line of a long command',
    'name: n\nsteps:\n- id: a\n  command: |\n    true\n    echo ›{{ a }}\n',
    ['braces-in-shell'],
    '$PAWL_OUT_A"',
  ],
  ['braces that are not closed are refused too', steps('id: a, command: "echo ›{{"'), ['braces-in-shell'], '$PAWL_OUT_…"'],
  ['braces that were written with escapes are told at the text', steps('id: a, command: ›"echo \\x7b{a}}"'), ['braces-in-shell']],
  ['a single brace is shell', steps(`id: a, command: 'x() { echo "$\{y}"; }; x'`), []],
  ['a NUL in a command is refused', steps('id: a, command: ›"a\\0b"'), ['control-character'], 'a command can not hold a NUL character'],
]);
