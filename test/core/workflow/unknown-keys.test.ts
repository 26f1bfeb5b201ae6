import { steps } from './read.ts';
import { a, told } from './told.ts';

told([
  [
    'a misspelled key is told at the key',
    steps('id: a, ›commnd: x'),
    ['unknown-key'],
    'unknown key "commnd" in a step | did you mean "command"?',
  ],
  [
    'a key that has another name elsewhere',
    steps('id: a, ›run: x'),
    ['unknown-key'],
    'unknown key "run" in a step | here it is called "command"',
  ],
  ['a key that belongs elsewhere', steps(`${a}, ›until: x`), ['unknown-key'], 'unknown key "until" in a step | it belongs in a loop'],
  ['a key like no other', steps(`${a}, ›budget_usd_total: 3`), ['unknown-key'], 'the keys here are id, prompt, command'],
  ['an unknown key of the workflow', `›version: 1\n${steps(a)}`, ['unknown-key'], 'in the workflow'],
  [
    'an unknown key of the budget',
    `budget: {›tokens: 1}\n${steps(a)}`,
    ['unknown-key'],
    'unknown key "tokens" in the budget | here it is called "limit"',
  ],
  [
    'an unknown key of a loop',
    'name: n\nsteps:\n- id: a\n  prompt: x\n  loop:\n    ›untill: DONE\n',
    ['unknown-key'],
    'unknown key "untill" in a loop | did you mean "until"?',
  ],
  [
    'an unknown key of a branch',
    steps(`${a}, branch: [{›if: w, goto: a}]`),
    ['unknown-key'],
    'in a branch entry | here it is called "when"',
  ],
  ['a key that is no text', steps(`${a}, ›1: 2`), ['unknown-key'], 'unknown key "1"'],
  ['a key of nothing', steps(`${a}, ›: 2`), ['unknown-key'], 'unknown key ""'],
  ['what no workflow has yet is unknown', steps(`${a}, ›matrix: f, ›when: w`), ['unknown-key', 'unknown-key']],
  ['a key that would write to a terminal is shown', steps(`${a}, ›"\\e[31m\\u202e": 2`), ['unknown-key'], '"\\u{1b}[31m\\u{202e}"'],
]);
