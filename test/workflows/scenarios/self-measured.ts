import type { Files, Scenario } from '../scenario.ts';

const report = [{ reply: 'report' }];
const thrice = <T>(reply: T): T[] => [reply, reply, reply];
const four = <T>(of: (n: number) => T): T[] => [1, 2, 3, 4].map(of);

/** What a command prints whose last line alone is the measure. */
const lint = {
  workflow: 'self-lint',
  input: 'grep -n \'var \' src/*.js; n=$(cat src/*.js | grep -c \'var \'); echo "$n"; test "$n" -eq 0',
  files: Object.fromEntries(four((n) => [`src/${n}.js`, `var a = ${n};\n`])),
};
const clean = (...files: number[]): Files => Object.fromEntries(files.map((n) => [`src/${n}.js`, `const a = ${n};\n`]));

/** Three tests, two of which fail; a mistake in its syntax leaves no test to count. */
const test = {
  workflow: 'self-test',
  input: 'node test.js',
  files: {
    'sum.js': 'exports.sum = (a, b) => a - b;\nexports.twice = (a) => a;\n',
    'test.js':
      "const { sum, twice } = require('./sum.js');\nconst failed = [sum(2, 3) !== 5, twice(2) !== 4, sum(0, 0) !== 0].filter(Boolean).length;\nconsole.log(failed);\nprocess.exitCode = failed === 0 ? 0 : 1;\n",
  },
};
const summed = 'exports.sum = (a, b) => a + b;\nexports.twice = (a) => a;\n';
const both = 'exports.sum = (a, b) => a + b;\nexports.twice = (a) => 2 * a;\n';

const steps = (n: number): string => `exports.steps = ${n};\nexports.result = 7;\n`;
const wrong = 'exports.steps = 1;\nexports.result = 8;\n';
const perf = {
  workflow: 'self-perf',
  input: 'node test.js && node bench.js',
  files: {
    'code.js': steps(1000),
    // Its last number is lower than any figure of the benchmark: it must not be taken for one.
    'test.js': "if (require('./code.js').result !== 7) { console.log('1 test failed in 0.2 s'); process.exit(1); }\n",
    'bench.js': "const { steps } = require('./code.js');\nconsole.log(steps);\nprocess.exitCode = steps <= 20 ? 0 : 1;\n",
  },
};

const documented = (n: number): string => `/** Number ${n}. */\nexports.a = ${n};\n`;
const docs = (...files: number[]): Files => Object.fromEntries(files.map((n) => [`src/${n}.js`, documented(n)]));
const improve = {
  workflow: 'self-improve',
  input: 'n=$(cat src/*.js | grep -c "^/[*][*]"); echo "$(( n * 25 )).0"; test "$n" -ge 4',
  files: Object.fromEntries(four((n) => [`src/${n}.js`, n === 1 ? documented(1) : `exports.a = ${n};\n`])),
};
const shrink = {
  workflow: 'self-improve',
  input: 'n=$(wc -c < a.txt); echo "lower $(( n ))"; test "$n" -le 10',
  files: { 'a.txt': 'a'.repeat(40) },
};

const old = (n: number): string => `require('./${n}.js');\n`;
const migrate = {
  workflow: 'self-migrate',
  input: 'sh test.sh && n=$(grep -l require src/*.js | tee /dev/stderr | wc -l) && echo $n && test $n -eq 0',
  files: {
    'test.sh': 'test "$(cat src/*.js | wc -l)" -eq 4 || { echo "0 tests passed"; exit 1; }\n',
    ...Object.fromEntries(four((n) => [`src/${n}.js`, old(n)])),
  },
};
const migrated = (...files: number[]): Files => Object.fromEntries(files.map((n) => [`src/${n}.js`, `import './${n}.js';\n`]));

/** The same five where the command prints a number: what is not worse is kept, whatever the exit code. */
export const selfMeasured: readonly Scenario[] = [
  {
    ...lint,
    title: 'keeps a few fixes at a time where the command counts what is left, and puts back what adds to it',
    script: {
      'fix-some': [
        { write: clean(1), reply: 'One file.' },
        {
          write: { 'src/2.js': null, 'src/5.js': 'var a;\nvar b;\nvar c;\n', 'notes.txt': 'theirs\n' },
          reply: 'All clean, exit code: 0. DONE',
        },
        { write: clean(2, 3), reply: 'Two more.' },
        { write: clean(4), reply: 'The last one. DONE' },
      ],
      report,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { 'fix-some': ['kept', 'undone', 'kept', 'kept'] },
    changed: clean(1, 2, 3, 4),
    commits: ['self-lint: fix-some iteration 1', 'self-lint: fix-some iteration 3', 'self-lint: fix-some iteration 4'],
    told: { 'how-far': '4 at first, 0 now: done' },
    unguarded: {
      off: 'gates',
      exitCode: 0,
      changed: { ...clean(1), 'src/2.js': null, 'src/5.js': 'var a;\nvar b;\nvar c;\n', 'notes.txt': 'theirs\n' },
    },
  },
  {
    ...test,
    title: 'keeps a fix after which fewer tests fail, and puts back one after which none can be counted',
    script: {
      'fix-some': [
        { write: { 'sum.js': summed }, reply: 'It subtracted.' },
        { write: { 'sum.js': 'exports.sum = (((\n' }, reply: 'All pass. DONE' },
        { write: { 'sum.js': both }, reply: 'It did not double. DONE' },
      ],
      report,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { 'fix-some': ['kept', 'undone', 'kept'] },
    changed: { 'sum.js': both },
    commits: ['self-test: fix-some iteration 1', 'self-test: fix-some iteration 3'],
    told: { 'how-far': '2 at first, 0 now: done' },
    unguarded: { off: 'gates', exitCode: 0, changed: { 'sum.js': 'exports.sum = (((\n' } },
  },
  {
    ...perf,
    title: 'keeps what it gained where the target is not reached, says how far it came, and does not take "0.2 s" for a figure',
    script: {
      'speed-up': [
        { write: { 'code.js': steps(400) }, reply: 'Faster.' },
        { write: { 'code.js': wrong }, reply: 'One step. DONE' },
        { write: { 'code.js': steps(500) }, reply: 'Another way.' },
        { write: { 'code.js': steps(50) }, reply: 'Faster again.' },
        { write: { 'code.js': steps(50) }, reply: 'Nothing new.' },
      ],
      report,
    },
    exitCode: 0,
    outcome: 'exhausted',
    verdicts: { 'speed-up': ['kept', 'undone', 'undone', 'kept', 'kept'] },
    changed: { 'code.js': steps(50) },
    commits: ['self-perf: speed-up iteration 1', 'self-perf: speed-up iteration 4'],
    told: { 'how-far': '1000 at first, 50 now: not done, exit 1; what was kept stays' },
    unguarded: { off: 'gates', exitCode: 0, changed: { 'code.js': wrong } },
  },
  {
    ...improve,
    title: 'takes more for better where the command prints a number alone',
    script: {
      raise: [
        { write: docs(2), reply: 'One more.' },
        { write: { 'src/1.js': 'exports.a = 1;\n', 'src/2.js': 'exports.a = 2;\n' }, reply: 'Simpler. DONE' },
        { write: docs(3, 4), reply: 'All. DONE' },
      ],
      report,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { raise: ['kept', 'undone', 'kept'] },
    changed: docs(2, 3, 4),
    commits: ['self-improve: raise iteration 1', 'self-improve: raise iteration 3'],
    told: { 'how-far': '25.0 at first, 100.0 now: done' },
    unguarded: { off: 'gates', exitCode: 0, changed: { 'src/1.js': 'exports.a = 1;\n' } },
  },
  {
    ...shrink,
    title: 'takes less for better where the command says so',
    script: {
      reduce: [
        { write: { 'a.txt': 'a'.repeat(20) }, reply: 'Half.' },
        { write: { 'a.txt': 'a'.repeat(60) }, reply: 'More. DONE' },
        { write: { 'a.txt': 'a'.repeat(8) }, reply: 'Less. DONE' },
      ],
      report,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { reduce: ['kept', 'undone', 'kept'] },
    changed: { 'a.txt': 'a'.repeat(8) },
    commits: ['self-improve: reduce iteration 1', 'self-improve: reduce iteration 3'],
    told: { 'how-far': 'lower 40 at first, lower 8 now: done' },
    unguarded: { off: 'gates', exitCode: 0, changed: { 'a.txt': 'a'.repeat(60) } },
  },
  {
    ...migrate,
    title: 'keeps a part of a migration, and puts back one that breaks the tests',
    script: {
      'migrate-some': [
        { write: migrated(1, 2), reply: 'Two files.' },
        { write: { 'src/3.js': '', 'src/4.js': '' }, reply: 'Nothing of the old is left. DONE' },
        { write: migrated(3, 4), reply: 'The others. DONE' },
      ],
      report,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { 'migrate-some': ['kept', 'undone', 'kept'] },
    changed: migrated(1, 2, 3, 4),
    commits: ['self-migrate: migrate-some iteration 1', 'self-migrate: migrate-some iteration 3'],
    told: { 'how-far': '4 at first, 0 now: done' },
    unguarded: { off: 'gates', exitCode: 0, changed: { ...migrated(1, 2), 'src/3.js': '', 'src/4.js': '' } },
  },
  {
    ...lint,
    title: 'fails where three tries in a row made the number worse and nothing was kept',
    script: { 'fix-some': thrice({ write: { 'src/1.js': 'var a;\nvar b;\n' }, reply: 'DONE' }) },
    exitCode: 1,
    outcome: 'stuck',
    error: '3 gate failures in a row',
    verdicts: { 'fix-some': ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
  },
  {
    ...lint,
    title: 'goes on with what was kept where it then gets stuck',
    script: {
      'fix-some': [{ write: clean(1), reply: 'One.' }, ...thrice({ write: { 'src/1.js': 'var a;\n' }, reply: 'DONE' })],
      report,
    },
    exitCode: 0,
    outcome: 'stuck',
    verdicts: { 'fix-some': ['kept', 'undone', 'undone', 'undone'] },
    changed: clean(1),
    commits: ['self-lint: fix-some iteration 1'],
    told: { 'how-far': '4 at first, 3 now: not done, exit 1; what was kept stays' },
  },
  {
    ...lint,
    title: 'takes exit 0 without a number for nothing left',
    input: 'n=$(cat src/*.js | grep -c \'var \'); test "$n" -eq 0 && printf \'4 files, all clean\' && exit; echo "$n"; exit 1',
    script: { 'fix-some': [{ write: clean(1, 2, 3, 4), reply: 'All. DONE' }], report },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { 'fix-some': ['kept'] },
    changed: clean(1, 2, 3, 4),
    commits: ['self-lint: fix-some iteration 1'],
    told: { 'how-far': '4 at first, 4 files, all clean now: done' },
  },
  {
    ...lint,
    title: 'is all or nothing where the number stands within a line',
    input: 'n=$(cat src/*.js | grep -c \'var \'); echo "$n problems"; test "$n" -eq 0',
    script: { fix: thrice({ write: clean(1), reply: 'One. DONE' }) },
    exitCode: 1,
    outcome: 'stuck',
    error: '3 gate failures in a row',
    verdicts: { fix: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
  },
  {
    ...test,
    title: 'measures in a repository that has no commit yet',
    setup: 'git update-ref -d HEAD',
    script: { 'fix-some': [{ write: { 'sum.js': both }, reply: 'Both. DONE' }], report },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { 'fix-some': ['kept'] },
    changed: { 'sum.js': both },
    commits: ['self-test: fix-some iteration 1'],
    told: { 'how-far': '2 at first, 0 now: done' },
  },
];
