import type { Scenario } from '../scenario.ts';

const code = 'exports.sign = (n) => (n > 0 ? 1 : -1);\n';
const written = "require('node:assert').equal(require('../sign.js').sign(7), 1);\n";
const failing = "require('node:assert').equal(require('../sign.js').sign(0), 0);\n";

const project = {
  workflow: 'test-gen',
  input: 'sign.js',
  files: {
    'package.json': '{ "scripts": { "test": "for t in test/*.js; do node $t || exit 1; done" } }\n',
    'sign.js': code,
    'test/empty.js': '',
  },
};
/** Finding the command through npm takes half a second each time it is run. */
const told = { ...project, testCommand: 'for t in test/*.js; do node $t || exit 1; done' };

const analyze = [{ reply: 'above zero; zero' }];
const report = [{ reply: 'report' }];

export const testGen: readonly Scenario[] = [
  {
    ...project,
    title: 'puts back tests that fail, then keeps ones that pass',
    script: {
      analyze,
      generate: [
        { write: { 'test/sign.js': written, 'test/zero.js': failing }, reply: 'Two. DONE' },
        { write: { 'test/sign.js': written }, reply: 'One; sign(0) is a bug. DONE' },
      ],
      report,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { generate: ['undone', 'kept'] },
    changed: { 'test/sign.js': written },
    commits: ['test-gen: generate iteration 2'],
  },
  {
    ...told,
    title: 'puts back tests that come with a change of the code, no tests, and a file that is none',
    script: {
      analyze,
      generate: [
        { write: { 'test/zero.js': failing, 'sign.js': 'exports.sign = Math.sign;\n' }, reply: 'Fixed a bug too. DONE' },
        { reply: 'They are all there. DONE' },
        { write: { 'latest.js': written, 'contest/a.js': written }, reply: 'DONE' },
      ],
      report,
    },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { generate: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    unguarded: { off: 'gates', exitCode: 0, changed: { 'test/zero.js': failing, 'sign.js': 'exports.sign = Math.sign;\n' } },
  },
];
