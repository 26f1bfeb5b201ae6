import type { Scenario } from '../scenario.ts';

const buggy = 'exports.last = (list) => list[list.length];\nexports.first = (list) => list[0];\n';
const fixed = 'exports.last = (list) => list[list.length - 1];\nexports.first = (list) => list[0];\n';
const test = "require('node:assert').equal(require('../list.js').first([1, 2]), 1);\n";
const testLast = "require('node:assert').equal(require('../list.js').last([1, 2]), 2);\n";

const project = {
  workflow: 'bugfix',
  input: 'last() is always undefined',
  files: {
    'package.json': '{ "scripts": { "test": "for t in test/*.js; do node $t || exit 1; done" } }\n',
    'list.js': buggy,
    'test/first.js': test,
  },
};
/** Finding the command through npm takes half a second each time it is run. */
const told = { ...project, testCommand: 'for t in test/*.js; do node $t || exit 1; done' };

const reproduce = { write: { 'test/last.js': testLast }, reply: 'last of two. DONE' };
const summary = [{ reply: 'summary' }];
const short = [{ reply: 'FASTPATH\nOff by one.' }];
const reproduced = { 'test/last.js': testLast };

export const bugfix: readonly Scenario[] = [
  {
    ...project,
    title: 'commits a test that fails, then the fix that makes it pass',
    script: { reproduce: [reproduce], triage: short, 'quick-fix': [{ write: { 'list.js': fixed }, reply: 'DONE' }], summary },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { reproduce: ['kept'], 'quick-fix': ['kept'] },
    changed: { ...reproduced, 'list.js': fixed },
    commits: ['bugfix: reproduce iteration 1', 'bugfix: quick-fix iteration 1'],
  },
  {
    ...told,
    title: 'looks for the cause of a hard bug first, and puts back a fix that fixes nothing',
    script: {
      reproduce: [reproduce],
      triage: [{ reply: 'FULLPATH' }],
      diagnose: [{ reply: 'It reads past the end.' }],
      fix: [
        { write: { 'list.js': `${buggy}// looked at\n` }, reply: 'DONE' },
        { write: { 'list.js': fixed }, reply: 'DONE' },
      ],
      summary,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { reproduce: ['kept'], fix: ['undone', 'kept'] },
    changed: { ...reproduced, 'list.js': fixed },
    commits: ['bugfix: reproduce iteration 1', 'bugfix: fix iteration 2'],
  },
  {
    ...told,
    title: 'puts back a test that shows no bug, and one that breaks the code to fail',
    script: {
      reproduce: [
        { write: { 'test/last.js': '' }, reply: 'DONE' },
        { write: { 'test/last.js': testLast, 'list.js': '' }, reply: 'DONE' },
        { write: { 'list.js': null }, reply: 'DONE' },
      ],
    },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { reproduce: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    unguarded: { off: 'gates', exitCode: 1, changed: { 'test/last.js': '' } },
  },
  {
    ...told,
    title: 'puts back a fix that weakens the test instead, in another file or by deleting it',
    script: {
      reproduce: [reproduce],
      triage: short,
      'quick-fix': [
        { write: { 'test/last.js': '' }, reply: 'All pass. DONE' },
        { write: { 'test/last.js': null }, reply: 'All pass. DONE' },
        { write: { 'test/last.js': `if (0) ${testLast}` }, reply: 'All pass. DONE' },
      ],
      summary,
    },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { reproduce: ['kept'], 'quick-fix': ['undone', 'undone', 'undone'] },
    changed: reproduced,
    commits: ['bugfix: reproduce iteration 1'],
    unguarded: { off: 'gates', exitCode: 0, changed: { 'test/last.js': '' } },
  },
  {
    ...project,
    title: 'asks nobody where no test command is known',
    files: { 'list.js': buggy },
    script: {},
    calls: 0,
    exitCode: 1,
    outcome: 'failed',
    error: 'baseline failed: expected success',
    changed: {},
    commits: [],
  },
];
