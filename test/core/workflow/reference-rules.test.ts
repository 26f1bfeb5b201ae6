import { steps } from './read.ts';
import { a, told } from './told.ts';

told([
  [
    'an empty when is told at its value',
    steps(`${a}, branch: [{when: ›"", goto: a}]`),
    ['empty-when'],
    'empty when in a branch of step "a"',
  ],
  ['a missing when is told at the entry', steps(`${a}, branch: [›{goto: a}]`), ['empty-when'], 'empty when'],
  ['a when that can not be read is told once', steps(`${a}, branch: [{when: ›[], goto: a}]`), ['wrong-type']],
  [
    'a target that is no step is told at its value',
    steps(`${a}, branch: [{when: w, goto: ›c}]`),
    ['branch-target'],
    'branch target "c" not found | did you mean "a"? steps: a',
  ],
  [
    'a target that is far from any',
    steps(`${a}, branch: [{when: w, goto: ›elsewhere}]`),
    ['branch-target'],
    'branch target "elsewhere" not found | steps: a',
  ],
  ['a missing target is told at the entry', steps(`${a}, branch: [›{when: w}]`), ['branch-target'], 'branch target not found'],
  ['a blank target is told at its value', steps(`${a}, branch: [{when: w, goto: ›""}]`), ['branch-target'], 'branch target not found'],
  ['a target that can not be read is told once', steps(`${a}, branch: [{when: w, goto: ›[]}]`), ['wrong-type']],
  ['end is always a target', steps(`${a}, branch: [{when: w, goto: end}]`), []],
  ['End is none', steps(`${a}, branch: [{when: w, goto: ›End}]`), ['branch-target'], 'did you mean "end"?'],
  [
    'a branch of a child is ignored',
    steps(`${a}, ›branch: [{when: w, goto: b}]`, 'id: b, parallel: [a]'),
    ['ignored-branch'],
    'the branch of step "a" is ignored while step "b" runs it',
  ],
  [
    'a branch of a parallel step is ignored',
    steps(a, 'id: b, parallel: [a], ›branch: [{when: w, goto: a}]'),
    ['ignored-branch'],
    'a parallel step has no output of its own',
  ],
  [
    'a branch of a step without an id is looked at too',
    'name: n\nsteps:\n- ›prompt: x\n  branch: [{when: w, goto: ›z}]\n',
    ['missing-id', 'branch-target'],
  ],
]);

told([
  [
    'a child that is no step is told',
    steps(a, 'id: b, parallel: [a, ›abc]'),
    ['parallel-child'],
    'parallel step "abc" not found | steps: a, b',
  ],
  [
    'a child that is nearly a step',
    steps('id: review, prompt: x', 'id: b, parallel: [›reveiw]'),
    ['parallel-child'],
    'did you mean "review"? steps: review, b',
  ],
  [
    'an empty child is told',
    'name: n\nsteps:\n- {id: a, prompt: x}\n- id: b\n  parallel:\n  - a\n  -›\n',
    ['parallel-child'],
    'parallel step "" not found',
  ],
  ['a list that names itself is told', steps(a, 'id: b, parallel: [a, ›b]'), ['parallel-child'], 'parallel step "b" can not run itself'],
  [
    'a child that is parallel itself is told',
    steps(a, 'id: b, parallel: [a]', 'id: c, parallel: [›b]'),
    ['parallel-child'],
    'can not run step "b", which is parallel itself',
  ],
  [
    'a child of two groups is told at the second',
    steps(a, 'id: b, parallel: [a]', 'id: c, parallel: [›a]'),
    ['shared-child'],
    '"a" is a child in two lists: step "b" runs it already',
  ],
  ['a child that is listed twice is told', steps(a, 'id: b, parallel: [a, ›a]'), ['shared-child'], 'step "b" lists "a" twice'],
  [
    'a child with a gate is told',
    steps(`${a}, loop: {gate: "true"}`, 'id: b, parallel: [›a]'),
    ['gated-child'],
    'its loop has a gate, which puts the whole workspace back',
  ],
  ['a child with a loop without a gate is fine', steps(`${a}, loop: {max: 2}`, 'id: b, parallel: [a]'), []],
]);

told([
  [
    'a name that is no step is told where it stands',
    'name: n\nsteps:\n- id: baseline\n  prompt: |\n    one\n    two ›{{basline}} {{input}}\n',
    ['unknown-name'],
    '{{basline}} names no step; it would stay as it is | did you mean "baseline"?',
  ],
  [
    'names that are no steps are told each, once',
    steps('id: a, prompt: "›{{x1}} ›{{y1}} {{x1}} {{a}}"'),
    ['unknown-name', 'unknown-name'],
    'known here: input, a',
  ],
  ['blanks inside the braces are told', steps('id: a, prompt: "›{{ input }}"'), ['unknown-name'], 'no blanks inside: {{input}}'],
  ['letter case counts', steps('id: a, prompt: "›{{INPUT}}"'), ['unknown-name'], 'did you mean "input"?'],
  ['{{gate}} is known where the loop has a gate', steps('id: a, prompt: "{{gate}}", loop: {gate: "true"}'), []],
  ['{{gate}} is known where a step is called so', steps('id: a, prompt: "{{gate}}"', 'id: gate, prompt: x'), []],
  [
    '{{gate}} is not known elsewhere',
    steps('id: a, prompt: "›{{gate}}", loop: {max: 2}'),
    ['unknown-name'],
    'only a prompt whose loop has a gate knows {{gate}}',
  ],
  ['a step may name itself and later ones', steps('id: a, prompt: "{{a}} {{b}}"', 'id: b, prompt: x'), []],
  [
    'names that were written with escapes are told at the text',
    steps('id: a, prompt: ››"\\x7b{x1}} {{y1}}"'),
    ['unknown-name', 'unknown-name'],
    '{{x1}}',
  ],
]);
