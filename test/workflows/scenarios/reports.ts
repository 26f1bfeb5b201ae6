import type { Scenario } from '../scenario.ts';

const reviewed = {
  workflow: 'tri-review',
  input: '',
  files: { 'a.js': 'exports.a = 1;\n' },
  exitCode: 0,
  outcome: 'completed',
  changed: {},
  commits: [],
};
const reviews = {
  'review-design': [{ reply: 'a.js:1 wrong' }],
  'review-quality': [{ reply: 'a.js:1 unclear' }],
  'review-quick': [{ reply: 'nothing' }],
};
const report = [{ reply: '## Found by several\nnothing\n\nVERDICT: APPROVE' }];

export const triReview: readonly Scenario[] = [
  { ...reviewed, title: 'makes one report of three reviews', script: { ...reviews, report } },
  {
    ...reviewed,
    title: 'goes on with two reviews when one reviewer fails',
    script: { ...reviews, 'review-quick': [{ error: 'overworked' }], report: [{ reply: '**VERDICT: REQUEST_CHANGES**\n' }] },
  },
  {
    ...reviewed,
    title: 'fails when a reviewer changes a file',
    script: { ...reviews, 'review-quick': [{ write: { 'a.js': 'exports.a = 2;\n' }, reply: 'Fixed it.' }], report },
    exitCode: 1,
    outcome: 'failed',
    error: 'unchanged failed: expected success',
    changed: { 'a.js': 'exports.a = 2;\n' },
    unguarded: { off: ['unchanged'], exitCode: 0, changed: { 'a.js': 'exports.a = 2;\n' } },
  },
  {
    ...reviewed,
    title: 'fails when the report has no verdict',
    script: { ...reviews, report: [{ reply: 'It depends.' }] },
    exitCode: 1,
    outcome: 'failed',
    error: 'require.last_line_regex',
    unguarded: { off: ['report'], exitCode: 0, changed: {} },
  },
  {
    ...reviewed,
    title: 'asks nobody where there is nothing to review',
    input: 'HEAD -- a.js',
    script: { ...reviews, report },
    calls: 0,
    exitCode: 1,
    outcome: 'failed',
    error: 'require.non_empty',
    unguarded: { off: ['diff'], exitCode: 0, changed: {} },
  },
];

const asked = {
  workflow: 'research',
  input: 'which parser?',
  files: {},
  exitCode: 0,
  outcome: 'completed',
  changed: {},
  commits: [],
};
const searches = {
  questions: [{ reply: '1. a\n2. b\n3. c' }],
  'search-known': [{ reply: 'A is fast (https://a.example/fast).' }],
  'search-evidence': [{ reply: 'A took 3 s: <https://b.example/bench?x=1&y=2>' }],
  'search-against': [{ reply: 'A is large, see [here](http://c.example/).' }],
  corroborate: [{ reply: 'A is fast: CONFIRMED https://a.example/fast, https://d.example/second' }],
};
const answer =
  'A.\n\n- fast: [one](https://a.example/fast), [two](https://d.example/second).\n- but large: http://c.example\n\nCONFIDENCE: HIGH';

export const research: readonly Scenario[] = [
  { ...asked, title: 'answers from sources that the searches found', script: { ...searches, answer: [{ reply: answer }] } },
  {
    ...asked,
    title: 'goes on when a search brings no source',
    script: {
      ...searches,
      'search-against': [{ reply: 'I remember that A is large.' }],
      answer: [{ reply: answer.replace('http://c.example', '(no source)') }],
    },
  },
  {
    ...asked,
    title: 'fails when the answer names a source that no search found',
    script: { ...searches, answer: [{ reply: answer.replace('d.example', 'made-up.example') }] },
    exitCode: 1,
    outcome: 'failed',
    error: 'sources failed: expected success',
    unguarded: { off: ['sources'], exitCode: 0, changed: {} },
  },
  {
    ...asked,
    title: 'fails when the answer names no source, however sure it is',
    script: { ...searches, answer: [{ reply: 'A.\nCONFIDENCE: HIGH' }] },
    exitCode: 1,
    outcome: 'failed',
    error: 'require.contains',
    unguarded: { off: ['answer'], exitCode: 0, changed: {} },
  },
];

const branch = 'git switch -qc topic; echo "exports.b = 2;" > b.js; git add b.js; git commit -qm "b is there"';
const ready = {
  workflow: 'pr-ready',
  input: '',
  files: { 'package.json': '{ "scripts": { "test": "node -e \'require(\\"./b.js\\")\'", "lint": "! grep -n var *.js" } }\n' },
  setup: branch,
  tidy: true,
  exitCode: 0,
  outcome: 'completed',
  changed: {},
  commits: ['b is there'],
} as const;
const description = [{ reply: 'Adds b\n\n## What\nb\n\n## Why\nto be filled in\n\n## How it was checked\nnpm test' }];

export const prReady: readonly Scenario[] = [
  { ...ready, title: 'describes a branch that lints and passes', script: { description } },
  {
    ...ready,
    title: 'asks nobody when the tests fail',
    setup: `${branch}; git rm -q b.js; git commit -qm "b is gone"; echo 1 > c.js; git add c.js; git commit -qm "c is there"`,
    script: { description },
    calls: 0,
    exitCode: 1,
    outcome: 'failed',
    error: 'test-result failed: expected success',
    commits: ['b is there', 'b is gone', 'c is there'],
    unguarded: { off: ['test-result'], exitCode: 0, changed: {} },
  },
  {
    ...ready,
    title: 'asks nobody when the linter complains',
    setup: `${branch}; echo "var b" > b.js; git commit -qam "var"`,
    script: { description },
    calls: 0,
    exitCode: 1,
    outcome: 'failed',
    error: 'lint-result failed: expected success',
    commits: ['b is there', 'var'],
    unguarded: { off: ['lint-result'], exitCode: 0, changed: {} },
  },
  {
    ...ready,
    title: 'asks nobody when something is not committed',
    setup: `${branch}; echo "// more" >> b.js`,
    script: { description },
    calls: 0,
    exitCode: 1,
    outcome: 'failed',
    error: 'committed failed: expected success',
    unguarded: { off: ['committed', 'unchanged'], exitCode: 0, changed: {} },
  },
  {
    ...ready,
    title: 'fails when the description leaves out how it was checked',
    script: { description: [{ reply: 'Adds b\n\n## What\nb\n\n## Why\nno reason' }] },
    exitCode: 1,
    outcome: 'failed',
    error: 'require.contains',
    unguarded: { off: ['description'], exitCode: 0, changed: {} },
  },
  {
    ...ready,
    title: 'fails when the one who writes the description changes a file',
    script: { description: [{ ...description[0], write: { 'b.js': '' } }] },
    exitCode: 1,
    outcome: 'failed',
    error: 'unchanged failed: expected success',
    changed: { 'b.js': '' },
    unguarded: { off: ['unchanged'], exitCode: 0, changed: { 'b.js': '' } },
  },
  {
    ...ready,
    title: 'asks nobody where there is no base to compare with',
    input: 'develop',
    script: {},
    calls: 0,
    exitCode: 1,
    outcome: 'failed',
    error: 'base failed: expected success',
  },
];
