import type { Scenario } from '../scenario.ts';

const greet = 'exports.greet = (name) => `Hello ${name}`;\n';
const greetLoud = 'exports.greet = (name, loud) => (loud ? `HELLO ${name}` : `Hello ${name}`);\n';
const test = "const { greet } = require('./greet.js'); require('node:assert').equal(greet('Ada'), 'Hello Ada');\n";
const testLoud = `${test}require('node:assert').equal(greet('Ada', true), 'HELLO Ada');\n`;

const project = {
  workflow: 'feature',
  input: 'greet may be loud',
  files: { 'package.json': '{ "scripts": { "test": "node test.js" } }\n', 'greet.js': greet, 'test.js': test },
};
/** Finding the command through npm takes half a second each time it is run. */
const told = { ...project, testCommand: 'node test.js' };

const done = { review: [{ reply: 'Nothing to find.' }], report: [{ reply: 'report' }] };
const short = [{ reply: 'FASTPATH\nOne function.' }];
const long = [{ reply: 'FULLPATH\nNot a FASTPATH: a decision about design.' }];

export const feature: readonly Scenario[] = [
  {
    ...project,
    title: 'takes the short path for a small change',
    script: { triage: short, quick: [{ write: { 'greet.js': greetLoud, 'test.js': testLoud }, reply: 'greet takes loud. DONE' }], ...done },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { quick: ['kept'] },
    changed: { 'greet.js': greetLoud, 'test.js': testLoud },
    commits: ['feature: quick iteration 1'],
  },
  {
    ...told,
    title: 'carries out a plan step by step, and puts back the step that breaks a test',
    script: {
      triage: long,
      plan: [{ reply: '1. greet takes loud\n2. test it' }],
      implement: [
        { write: { 'greet.js': greetLoud }, reply: 'Step 1.' },
        { write: { 'greet.js': 'exports.greet = () => 1;\n', 'test.js': testLoud }, reply: 'Step 2. ALL_DONE' },
        { write: { 'test.js': testLoud }, reply: 'Step 2.' },
        { reply: 'ALL_DONE' },
      ],
      ...done,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { implement: ['kept', 'undone', 'kept', 'kept'] },
    changed: { 'greet.js': greetLoud, 'test.js': testLoud },
    commits: ['feature: implement iteration 1', 'feature: implement iteration 3'],
  },
  {
    ...told,
    title: 'goes on with a plan where the short path does not get done',
    script: {
      triage: short,
      quick: Array.from({ length: 3 }, (_, n) => ({ write: { 'draft.js': `// ${n}\n` }, reply: 'More is to do.' })),
      plan: [{ reply: '1. finish' }],
      implement: [{ write: { 'greet.js': greetLoud }, reply: 'ALL_DONE' }],
      ...done,
    },
    exitCode: 0,
    outcome: 'exhausted',
    verdicts: { quick: ['kept', 'kept', 'kept'], implement: ['kept'] },
    changed: { 'greet.js': greetLoud, 'draft.js': '// 2\n' },
    commits: ['feature: quick iteration 1', 'feature: quick iteration 2', 'feature: quick iteration 3', 'feature: implement iteration 1'],
  },
  {
    ...told,
    title: 'puts back a change that breaks a test',
    script: {
      triage: short,
      quick: Array.from({ length: 3 }, () => ({ write: { 'greet.js': '', 'more.js': '' }, reply: 'All tests pass. DONE' })),
      ...done,
    },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { quick: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    unguarded: { off: 'gates', exitCode: 1, changed: { 'greet.js': '', 'more.js': '' } },
  },
  {
    ...project,
    title: 'does not take nothing for a feature, even where no tests are known',
    files: { 'greet.js': greet },
    script: { triage: short, quick: Array.from({ length: 3 }, () => ({ reply: 'It is all there. DONE' })), ...done },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { quick: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    unguarded: { off: 'gates', exitCode: 0, changed: {} },
  },
  {
    ...told,
    title: 'asks nobody where tests fail before anything is changed',
    files: { ...project.files, 'greet.js': '' },
    script: {},
    calls: 0,
    exitCode: 1,
    outcome: 'failed',
    error: 'baseline failed: expected success',
    changed: {},
    commits: [],
  },
];
