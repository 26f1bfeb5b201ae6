import type { Scenario } from '../scenario.ts';

const before = 'exports.area = (w, h) => w * h;\nexports.double = (w, h) => 2 * (w * h);\n';
const after = 'const area = (w, h) => w * h;\nexports.area = area;\nexports.double = (w, h) => 2 * area(w, h);\n';
const wrong = 'const area = (w, h) => w + h;\nexports.area = area;\nexports.double = (w, h) => 2 * area(w, h);\n';

const project = {
  workflow: 'refactor',
  input: 'area is computed twice',
  files: {
    'package.json': '{ "scripts": { "test": "node test.js" } }\n',
    'area.js': before,
    'test.js': "require('node:assert').equal(require('./area.js').double(3, 4), 24);\n",
  },
};
/** Finding the command through npm takes half a second each time it is run. */
const told = { ...project, testCommand: 'node test.js' };

const plan = [{ reply: '1. use area in double' }];
const comparison = [{ reply: 'comparison' }];

export const refactor: readonly Scenario[] = [
  {
    ...project,
    title: 'keeps a step after which the tests pass, and puts back one after which they do not',
    script: {
      plan,
      refactor: [
        { write: { 'area.js': wrong }, reply: 'Step 1.' },
        { write: { 'area.js': after }, reply: 'Step 1.' },
        { reply: 'ALL_DONE' },
      ],
      comparison,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { refactor: ['undone', 'kept', 'kept'] },
    changed: { 'area.js': after },
    commits: ['refactor: refactor iteration 2'],
  },
  {
    ...told,
    title: 'puts back steps that change what the code does',
    script: { plan, refactor: Array.from({ length: 3 }, () => ({ write: { 'area.js': wrong }, reply: 'ALL_DONE' })), comparison },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { refactor: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    unguarded: { off: 'gates', exitCode: 1, changed: { 'area.js': wrong } },
  },
];
