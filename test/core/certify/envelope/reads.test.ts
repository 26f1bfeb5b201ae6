import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cassette } from '../../../../src/core/certify/cassette.ts';
import { hostFindings, suspectFindings } from '../../../../src/core/certify/envelope/check-envelope.ts';
import { failureCode, learnEnvelope } from '../../../../src/core/certify/envelope/learn-envelope.ts';
import { formOf, hostOf } from '../../../../src/core/certify/envelope/text-form.ts';
import type { Json } from '../../../../src/core/model/json.ts';
import { call, failed, run, runs } from './runs.ts';

/** What is said of an answer where these were read before. */
const suspicions = (answers: readonly Json[], answer: Json): string[] => {
  const envelope = learnEnvelope(answers.map((each) => run({}, [call('db.query', ['select'], each)])));
  return suspectFindings(envelope, call('db.query', ['select'], answer)).map(({ path, why }) => `${path} ${why}`);
};

test.each<[string, readonly Json[], Json, string[]]>([
  [
    'rows as ever, with other values',
    [[{ id: 1, name: 'a' }], [{ id: 2, name: 'b' }], [{ id: 3, name: 'c' }]],
    [{ id: 900, name: 'zz' }],
    [],
  ],
  ['nothing, where there has always been something', [[1], [2], [3]], [], ['$ is empty, where there has always been something']],
  ['nothing, where two runs say too little', [[1], [2]], [], []],
  ['nothing, as once before', [[1], [], [3], [4]], [], []],
  ['an empty text', ['a', 'b', 'c'], '', ['$ is empty, where there has always been something']],
  ['an empty text as once before', ['a', '', 'c'], '', []],
  ['an empty text, where two runs say too little', ['a', 'b'], '', []],
  ['another kind', [[{ n: 1 }]], [{ n: '1' }], ['$[0].n is a text, where it was always a number']],
  ['null', [{ a: 'x' }], { a: null }, ['$.a is null, where it was always a text']],
  [
    'a member gone',
    [
      { a: 1, b: 1 },
      { a: 1, b: 1 },
      { a: 1, b: 1 },
    ],
    { a: 1 },
    ['$.b is not there, where it always was'],
  ],
  [
    'a member gone, where two runs say too little',
    [
      { a: 1, b: 1 },
      { a: 1, b: 1 },
    ],
    { a: 1 },
    [],
  ],
  ['a member more', [{ a: 1 }, { a: 1 }, { a: 1 }], { a: 1, b: [] }, []],
  ['a form lost', ['2026-01-01', '2026-01-02', '2026-01-03'], '01.02.2026', ['$ is "01.02.2026", where it was always written as a date']],
  ['a form kept', ['2026-01-01', '2026-01-02', '2026-01-03'], '2030-01-01', []],
  ['any text, where no form was shared', ['2026-01-01', 'x', 'y'], 'z', []],
  [
    'seconds that became milliseconds',
    [1_790_000_000, 1_790_000_060, 1_790_000_120],
    1_790_000_180_000,
    ['$ is 1790000180000, a hundred times off what was seen (1790000000 to 1790000120)'],
  ],
  [
    'milliseconds that became seconds',
    [1_790_000_000_000, 1_790_000_000_001, 1_790_000_000_002],
    1_790_000_000,
    ['$ is 1790000000, a hundred times off what was seen (1790000000000 to 1790000000002)'],
  ],
  ['a busy day', [1, 2, 3], 150, []],
  ['one far off, where two runs say too little', [1, 2], 1e9, []],
  ['a nothing among large ones', [5000, 6000, 7000], 0, []],
  ['something, where all were nothing', [0, 0, 0], 1e9, []],
  ['a small one, where there was a nothing too', [0, 5000, 6000], 1, []],
  ['large below nothing', [-5, -6, -7], -5000, ['$ is -5000, a hundred times off what was seen (-7 to -5)']],
  ['a status that never was', [{ status: 200 }, { status: 304 }], { status: 500 }, ['$.status is 500, where it was always 200 or 304']],
  ['a status that was', [{ status: 200 }, { status: 304 }], { status: 304 }, []],
  ['a number of that name further in is data', [{ a: { status: 1 } }, { a: { status: 1 } }], { a: { status: 2 } }, []],
  [
    'headers and length',
    [
      { headers: { a: 'x' }, bytes: 5 },
      { headers: { a: 'x' }, bytes: 5 },
      { headers: { a: 'x' }, bytes: 5 },
    ],
    { bytes: 9e9 },
    [],
  ],
  ['JSON in a text', ['{"a":[1]}', '{"a":[1]}', '{"a":[1]}'], '{"a":[]}', ['$.a is empty, where there has always been something']],
  ['something in what was always empty', [{ a: [] }, { a: [] }], { a: [1] }, ['$.a has something in it, where it was always empty']],
  ['nothing in what was always empty', [[], []], [], []],
])('%s', (_, answers, answer, expected) => {
  expect(suspicions(answers, answer)).toEqual(expected);
});

test('an object of names rather than fields is looked at as a list of what they stand for', () => {
  const versions = (names: string): Json => Object.fromEntries([...names].map((name) => [name, { version: '1' }]));
  const seen = [versions('abc'), versions('bcd'), versions('xyz'), versions('kl')];
  expect(suspicions(seen, versions('qrs'))).toEqual([]);
  expect(suspicions(seen, { 'left-pad': { version: 1 } })).toEqual(['$["left-pad"].version is a number, where it was always a text']);
  // Fields that stay are fields, however many others come and go.
  expect(
    suspicions(
      seen.map((each) => ({ ...(each as object), all: 1, of: 1, it: 1 })),
      versions('abc'),
    ),
  ).toHaveLength(3);
});

/** Reads issues of a repository that its input names, page by page. */
const reader = (repo: string): Cassette =>
  run({ repo, at: 1 }, [
    call('http.get', [`https://forge.test/repos/${repo}/issues?page=1`, { headers: { accept: 'json' }, ids: [1, 2] }], {
      status: 200,
      body: [{ id: 7, by: repo }],
    }),
    call('http.get', [`https://forge.test/repos/${repo}/issues?page=2`, { headers: { accept: 'json' }, ids: [1] }], {
      status: 200,
      body: [],
    }),
    call('http.get', ['https://forge.test/users'], { status: 200, body: ['ann'] }),
    call('http.get', ['https://forge.test/users/ann/mail'], { status: 200, body: 'ann@x.test' }),
    call('http.post', ['https://chat.test/hook', { text: 'hi' }], { status: 200 }, 'write'),
    failed('http.get', ['https://forge.test/limits'], 'TIMEOUT: no answer in 5 s'),
    call('fs.read', ['notes.txt'], 'x'.repeat(500), 'pure'),
    call('model.ask', ['x'.repeat(300)], 'yes'),
    call('flag', [true, null], 'yes'),
  ]);
const envelope = learnEnvelope([...runs(3, (at) => reader(`acme/web${at}`)), reader('acme/site'), reader('zeta/core')]);

test('a read is told by what its arguments name, whatever the run itself put into them', () => {
  expect(envelope.reads.map(({ primitive, site }) => `${primitive}: ${site.join(' ')}`)).toEqual([
    'flag: true null',
    'fs.read: notes.txt',
    'http.get: https: forge.test limits',
    'http.get: https: forge.test repos * * issues page * headers accept json ids *',
    'http.get: https: forge.test users',
    'http.get: https: forge.test users * mail',
    'model.ask: *',
  ]);
  expect(envelope.hosts).toEqual(['chat.test', 'forge.test']);
  expect(envelope.runs).toBe(5);
});

test.each<[string, ReturnType<typeof call>, string[]]>([
  [
    'another repository',
    call('http.get', ['https://forge.test/repos/new/one/issues?page=9', { headers: { accept: 'json' }, ids: [] }], {
      status: 200,
      body: [],
    }),
    [],
  ],
  [
    'a place of that host that was never read',
    call('http.get', ['https://forge.test/repos/new/one/pulls?page=9'], { status: 200, body: [] }),
    ['$ nothing like this call of ctx.http.get was made before'],
  ],
  [
    'another primitive',
    call('http.head', ['https://forge.test/users'], null),
    ['$ nothing like this call of ctx.http.head was made before'],
  ],
  ['a failure that there was', failed('http.get', ['https://forge.test/limits'], 'TIMEOUT: 9 s'), []],
  [
    'another failure',
    failed('http.get', ['https://forge.test/limits'], 'refused it'),
    ['$ failed with "refused it", as it never did before'],
  ],
  [
    'a failure where there always was an answer',
    failed('http.get', ['https://forge.test/users'], 'TIMEOUT: 9 s'),
    ['$ failed with "TIMEOUT", as it never did before'],
  ],
  [
    'an answer where there never was one',
    call('http.get', ['https://forge.test/limits'], { status: 200 }),
    ['$ has an answer, where it always failed'],
  ],
  ['another long text', call('model.ask', ['y'.repeat(201)], 'no'), []],
])('%s', (_, read, expected) => {
  expect(suspectFindings(envelope, read).map(({ path, why }) => `${path} ${why}`)).toEqual(expected);
});

test('of two places that stand for a call, the one that says more is held against it', () => {
  const both = learnEnvelope([
    run({}, [call('fs.read', ['conf/main'], '{"a":1}'), call('fs.read', ['conf/7'], 'text')]),
    run({}, [call('fs.read', ['8/main'], 'text')]),
  ]);
  // "conf *" was put together with "conf main"; "* main" stands apart, and comes first or last.
  expect(both.reads.map(({ site }) => site.join(' '))).toEqual(['* main', 'conf *']);
  const nested = learnEnvelope([run({}, [call('q', ['1 1'], 1), call('q', ['1 a'], 2)])]);
  expect(nested.reads).toHaveLength(1);
  const apart = learnEnvelope([run({}, [call('q', ['a 1 c'], 'x'), call('q', ['1 1 d'], true)])]);
  expect(suspectFindings(apart, call('q', ['a 1 d'], true))).toEqual([]);
});

test('a place with fewer open parts wins over one with more', () => {
  const read = call('q', ['a b c'], 5);
  for (const order of [0, 1]) {
    const reads = [
      { primitive: 'q', site: ['*', '*', 'c'], answers: { seen: 1, kinds: ['text' as const] }, failures: [] },
      { primitive: 'q', site: ['a', '*', 'c'], answers: { seen: 1, kinds: ['null' as const] }, failures: [] },
    ];
    expect(suspectFindings({ runs: 1, input: { seen: 0, kinds: [] }, hosts: [], reads: order ? reads.reverse() : reads }, read)).toEqual([
      { path: '$', why: 'is a number, where it was always null' },
    ]);
  }
});

test('a host that no call named is told, whatever the call does', () => {
  const told = (...args: Json[]) => hostFindings(envelope, args);
  expect(told('https://forge.test/anything', { to: 'https://CHAT.test' }, 7)).toEqual([]);
  expect(told({ to: ['https://user@evil.test:8443/x'] })).toEqual([
    { path: '$', why: 'names the host "evil.test:8443", which no call named before' },
  ]);
});

test.each([
  ['https://a.test/x', 'a.test'],
  ['HTTP://u:p@A.test:80?x', 'a.test:80'],
  ['see https://a.test', null],
  ['a.test', null],
  ['https:///x', null],
])('the host of %s is %s', (text, host) => {
  expect(hostOf(text)).toBe(host);
});

test.each([
  [['2026-12-01'], 'date'],
  [['2026-12-01T10:00Z', '2026-12-01 10:00:00.5+01:00'], 'instant'],
  [['https://a', 'mailto://b'], 'url'],
  [['a@b'], 'email'],
  [['6f9619ff-8b86-d011-b42d-00cf4fc964ff'], 'uuid'],
  [['1', '-2.5'], 'number'],
  [['1', 'x'], null],
  [[], null],
])('%j are written as %s', (texts, form) => {
  expect(formOf(texts)).toBe(form);
});

test('the code of a failure is what stands before its colon', () => {
  expect(failureCode('NOT_FOUND: no such file: x')).toBe('NOT_FOUND');
  expect(failureCode('no such file')).toBe('no such file');
});

test('a run whose reads were learned from is never suspect', () => {
  const answer = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
  const read = fc.record({ primitive: fc.constantFrom('a', 'b'), args: fc.array(answer, { maxLength: 2 }), answer });
  fc.assert(
    fc.property(fc.array(fc.array(read, { maxLength: 4 }), { maxLength: 5 }), (recorded) => {
      const cassettes = recorded.map((reads) =>
        run(
          { x: 1 },
          reads.map((each) => call(each.primitive, each.args, each.answer)),
        ),
      );
      const learned = learnEnvelope(cassettes);
      for (const { calls } of cassettes)
        for (const each of calls) {
          expect(suspectFindings(learned, each)).toEqual([]);
          expect(hostFindings(learned, each.args)).toEqual([]);
        }
    }),
  );
});
