import { describe, expect, test } from 'vitest';
import type { Cassette, RecordedCall } from '../../../src/core/certify/cassette.ts';
import { materialOf } from '../../../src/core/certify/world/material.ts';
import { withAt } from '../../../src/core/certify/world/paging.ts';
import { ServedWorld } from '../../../src/core/certify/world/served.ts';
import { sqlStatement } from '../../../src/core/certify/world/sql.ts';
import type { Json } from '../../../src/core/model/json.ts';

const call = (primitive: string, args: readonly Json[], answer: RecordedCall['answer']): RecordedCall => ({
  seq: 1,
  primitive,
  args,
  class: 'read',
  answer,
});
const gave = (primitive: string, args: readonly Json[], value: Json): RecordedCall => call(primitive, args, { ok: true, value });
const materialFrom = (...calls: RecordedCall[]) =>
  materialOf(calls.length === 0 ? [] : ([{ id: 'c', input: {}, calls, outcome: { ok: true, output: null } }] satisfies Cassette[]));

function asked(...calls: RecordedCall[]) {
  const world = { base: 0, input: {}, shiftMs: 0, edits: [], moved: [], faults: [], seed: 0 };
  const run = new ServedWorld(world, materialFrom(...calls)).begin();
  return (primitive: string, ...args: Json[]) => run.call(primitive, args).answer;
}

const formsOf = (...calls: RecordedCall[]) => materialFrom(...calls).recorded[0]?.resources.map(({ form }) => form);
const page = (at: number, answer: Json) => gave('http.get', [`https://a.test/x?page=${at}`], answer);

describe('pages that are no list are kept as they were answered', () => {
  test.each<[string, Json[]]>([
    ['a text', ['none']],
    ['no list inside', [{ body: 1 }]],
    [
      'a later piece larger than the first',
      [
        [1, 2],
        [3, 4, 5],
      ],
    ],
    ['a piece without the list', [{ data: { rows: [1, 2] } }, { error: 'late' }]],
    ['a piece without the list between two', [{ data: { rows: [1] } }, {}, { data: { rows: [2] } }]],
  ])('%s', (_, answers) => {
    const calls = answers.map((answer, at) => page(at + 1, answer));
    expect(formsOf(...calls)).toEqual(answers.map(() => 'answer'));
    const ask = asked(...calls);
    for (const [at, value] of answers.entries()) expect(ask('http.get', `https://a.test/x?page=${at + 1}`)).toEqual({ ok: true, value });
  });
  test('a cursor of which no answer says the next', () => {
    expect(formsOf(gave('http.get', ['https://a.test/x?cursor=1'], { rows: [1] }))).toEqual(['answer']);
  });
});

test('a list of which one piece was read has no size that is known', () => {
  const [list] = materialFrom(page(1, [1, 2])).recorded[0]?.resources ?? [];
  expect(list).toMatchObject({ form: 'list', tree: [1, 2], paging: { style: 'page', size: null } });
});

test('a value is put into a list, and under names that are not there yet', () => {
  expect(withAt([1, [2]], [1, 0], 3)).toEqual([1, [3]]);
  expect(withAt(null, ['a', 'b'], 3)).toEqual({ a: { b: 3 } });
});

test.each<[string, Json, Json]>([
  ['<', 5, 4],
  ['<', 'm', ''],
  ['>', 5, 6],
  ['>', 'm', 'm0'],
  ['<>', 5, 6],
  ['<>', 'm', 'not m'],
])('a column that only a condition names holds with it: %s %j', (sign, value, held) => {
  const read = gave('db.query', [`select id from t where n ${sign} ?`, [value]], [{ id: 1 }]);
  expect(materialFrom(read).recorded[0]?.resources[0]?.tree).toEqual([{ n: held, id: 1 }]);
});

describe('a world answers', () => {
  test('of no recording at all', () => {
    expect(asked()('http.post', 'https://a.test/x', {})).toEqual({ ok: true, value: { status: 200, body: { ok: true, id: 1 } } });
  });
  test('like the nearest of its kind, which was thrown', () => {
    const ask = asked(call('fs.read', ['/a/x.txt'], { ok: false, error: 'EACCES: /a' }));
    expect(ask('fs.read', '/a/y.txt')).toEqual({ ok: false, error: 'EACCES: /a' });
  });
  test('a file that was written without a content', () => {
    const ask = asked();
    ask('fs.write', '/a');
    expect(ask('fs.read', '/a')).toEqual({ ok: true, value: null });
  });
  test('a query that is no text', () => {
    expect(asked()('db.query', 1)).toEqual({ ok: true, value: null });
  });
});

describe('statements', () => {
  test('are read right after more of them than are remembered', () => {
    for (let at = 0; at < 510; at += 1)
      expect(sqlStatement(`delete from t${at}`, [])).toEqual({ does: 'delete', table: `t${at}`, where: [] });
    expect(sqlStatement('delete from t0', [])).toEqual({ does: 'delete', table: 't0', where: [] });
  });
  test('do not hide a fault that is not theirs', () => {
    expect(() => sqlStatement('delete from t where a = ?', null as unknown as [])).toThrow(TypeError);
  });
});
