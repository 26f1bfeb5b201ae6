import type { Scenario } from '../scenario.ts';

const summary = [{ reply: 'summary' }];
const thrice = <T>(reply: T): T[] => [reply, reply, reply];

const lint = {
  workflow: 'self-lint',
  input: "! grep -n 'var ' src/*.js",
  files: { 'src/a.js': 'var a = 1;\n', 'src/b.js': 'var b = 2;\n' },
};

const test = {
  workflow: 'self-test',
  input: 'node test.js',
  files: {
    'sum.js': 'exports.sum = (a, b) => a - b;\n',
    'test.js': "require('node:assert').equal(require('./sum.js').sum(2, 3), 5);\n",
  },
};

const slow =
  'exports.has = (list, one) => { let steps = 0; for (const each of list) { steps += 1; if (each === one) return { found: true, steps }; } return { found: false, steps }; };\n';
const fast =
  'exports.has = (list, one) => { let [low, high, steps] = [0, list.length, 0]; while (low < high) { steps += 1; const middle = (low + high) >> 1; if (list[middle] < one) low = middle + 1; else high = middle; } return { found: list[low] === one, steps }; };\n';
const wrong = 'exports.has = () => ({ found: true, steps: 0 });\n';
const perf = {
  workflow: 'self-perf',
  input: 'node test.js && node bench.js',
  files: {
    'has.js': slow,
    'test.js':
      "const { has } = require('./has.js'); const assert = require('node:assert'); assert.equal(has([1, 3, 5], 3).found, true); assert.equal(has([1, 3, 5], 4).found, false);\n",
    'bench.js':
      "const list = Array.from({ length: 1000 }, (_, i) => i); const { steps } = require('./has.js').has(list, 999); console.log(`${steps} steps, target 20`); process.exit(steps <= 20 ? 0 : 1);\n",
  },
};

const improve = {
  workflow: 'self-improve',
  input: 'n=$(cat src/*.js | grep -c "^/[*][*]"); echo "$n of 2 documented"; test "$n" -ge 2',
  files: { 'src/a.js': 'exports.a = 1;\n', 'src/b.js': 'exports.b = 2;\n' },
};

const migrated = { 'src/a.js': "import './b.js';\n", 'src/b.js': "import 'node:fs';\n" };
const migrate = {
  workflow: 'self-migrate',
  input: 'sh test.sh && ! grep -n require src/*.js',
  files: { 'src/a.js': "require('./b.js');\n", 'src/b.js': "require('node:fs');\n", 'test.sh': 'grep -q b.js src/a.js\n' },
};

/** The five loops around one command: what passes is kept at once, what does not is put back. */
export const selfLoops: readonly Scenario[] = [
  {
    ...lint,
    title: 'puts back a try that fixes a part, then keeps one that fixes all',
    script: {
      fix: [
        { write: { 'src/a.js': 'const a = 1;\n' }, reply: 'One file is clean. DONE' },
        { write: { 'src/a.js': 'const a = 1;\n', 'src/b.js': 'const b = 2;\n' }, reply: 'Both are clean. DONE' },
      ],
      summary,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { fix: ['undone', 'kept'] },
    changed: { 'src/a.js': 'const a = 1;\n', 'src/b.js': 'const b = 2;\n' },
    commits: ['self-lint: fix iteration 2'],
  },
  {
    ...lint,
    title: 'puts every file back when no try gets clean, new and deleted ones too',
    script: {
      fix: thrice({ write: { 'src/a.js': null, 'src/c.js': 'var c = 3;\n', 'notes.txt': 'theirs\n' }, reply: 'All clean. DONE' }),
      summary,
    },
    exitCode: 1,
    outcome: 'stuck',
    error: '3 gate failures in a row',
    verdicts: { fix: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    unguarded: { off: 'gates', exitCode: 1, changed: { 'src/a.js': null, 'src/c.js': 'var c = 3;\n', 'notes.txt': 'theirs\n' } },
  },
  {
    ...test,
    title: 'keeps the change that makes the tests pass',
    script: { fix: [{ write: { 'sum.js': 'exports.sum = (a, b) => a + b;\n' }, reply: 'It subtracted. DONE' }], summary },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { fix: ['kept'] },
    changed: { 'sum.js': 'exports.sum = (a, b) => a + b;\n' },
    commits: ['self-test: fix iteration 1'],
  },
  {
    ...test,
    title: 'believes the tests, not the agent that says they pass',
    script: {
      fix: thrice({ write: { 'sum.js': 'exports.sum = (a, b) => a * b;\n' }, reply: 'All tests pass, exit code: 0. DONE' }),
      summary,
    },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { fix: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    unguarded: { off: 'gates', exitCode: 1, changed: { 'sum.js': 'exports.sum = (a, b) => a * b;\n' } },
  },
  {
    ...test,
    title: 'ends after one more call when a try that passed forgot to say that it is done',
    script: {
      fix: [{ write: { 'sum.js': 'exports.sum = (a, b) => a + b;\n' }, reply: 'It subtracted.' }, { reply: 'Nothing is left. DONE' }],
      summary,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { fix: ['kept', 'kept'] },
    changed: { 'sum.js': 'exports.sum = (a, b) => a + b;\n' },
    commits: ['self-test: fix iteration 1'],
  },
  {
    ...perf,
    title: 'keeps code that is fast enough and still right',
    script: { optimize: [{ write: { 'has.js': fast }, reply: 'A binary search. DONE' }], summary },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { optimize: ['kept'] },
    changed: { 'has.js': fast },
    commits: ['self-perf: optimize iteration 1'],
  },
  {
    ...perf,
    title: 'puts back code that is fast and wrong',
    script: { optimize: thrice({ write: { 'has.js': wrong }, reply: 'No steps at all. DONE' }), summary },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { optimize: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    // Its last measurement is there to be read only, so without the gate nothing would stop it.
    unguarded: { off: 'gates', exitCode: 0, changed: { 'has.js': wrong } },
  },
  {
    ...improve,
    title: 'keeps the change that meets the target',
    script: {
      improve: [
        { write: { 'src/a.js': '/** One. */\nexports.a = 1;\n', 'src/b.js': '/** Two. */\nexports.b = 2;\n' }, reply: '2 of 2. DONE' },
      ],
      summary,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { improve: ['kept'] },
    changed: { 'src/a.js': '/** One. */\nexports.a = 1;\n', 'src/b.js': '/** Two. */\nexports.b = 2;\n' },
    commits: ['self-improve: improve iteration 1'],
  },
  {
    ...improve,
    title: 'puts back what stays below the target',
    script: { improve: thrice({ write: { 'src/a.js': '/** One. */\nexports.a = 1;\n' }, reply: 'Better. DONE' }), summary },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { improve: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    unguarded: { off: 'gates', exitCode: 1, changed: { 'src/a.js': '/** One. */\nexports.a = 1;\n' } },
  },
  {
    ...migrate,
    title: 'keeps a migration that leaves nothing of the old',
    script: { migrate: [{ write: migrated, reply: 'Both files. DONE' }], summary },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { migrate: ['kept'] },
    changed: migrated,
    commits: ['self-migrate: migrate iteration 1'],
  },
  {
    ...migrate,
    title: 'puts back half a migration',
    script: { migrate: thrice({ write: { 'src/b.js': migrated['src/b.js'] }, reply: 'One file for now. DONE' }), summary },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { migrate: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    unguarded: { off: 'gates', exitCode: 1, changed: { 'src/b.js': migrated['src/b.js'] } },
  },
];
