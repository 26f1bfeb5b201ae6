import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, type Row, selected, sqlStatement } from '../../../src/core/certify/world/sql.ts';

const rows: readonly Row[] = [
  { id: 1, name: 'b', at: 5, gone: null },
  { id: 2, name: 'a', at: 7, gone: 1 },
  { id: 3, name: 'a', at: 9, gone: null },
];

function given(text: string, ...parameters: (string | number | null)[]) {
  const statement = sqlStatement(text, parameters);
  if (statement?.does !== 'select') throw new Error('no selection');
  return selected(rows, statement).map(({ id }) => id);
}

describe('selections', () => {
  test.each([
    ['SELECT * FROM t', [], [1, 2, 3]],
    ['select id from t where at > ? and gone is null;', [5], [3]],
    ['SELECT id FROM t WHERE at >= 5 AND at <= 7', [], [1, 2]],
    ['SELECT id FROM t WHERE at < ? ORDER BY at DESC', [9], [2, 1]],
    ["SELECT id FROM t WHERE name = 'a' ORDER BY name, id ASC LIMIT 1", [], [2]],
    ['SELECT id FROM t WHERE name IN (?, ?) ORDER BY id LIMIT ? OFFSET ?', ['a', 'b', 2, 1], [2, 3]],
    ['SELECT id FROM t WHERE name <> ? AND gone IS NOT NULL', ['b'], [2]],
    ['SELECT id FROM t WHERE name != ?', ['a'], [1]],
    ["SELECT id FROM t WHERE name LIKE '_' AND at > -1", [], [1, 2, 3]],
    ['SELECT id FROM t WHERE name LIKE ?', ['A%'], [2, 3]],
    ['SELECT id FROM t WHERE name LIKE ?', [1], []],
    ['SELECT id FROM t WHERE at = null', [], []],
    ['SELECT id FROM t WHERE nothing = 1', [], []],
  ] as const)('%s', (text, parameters, ids) => {
    expect(given(text, ...parameters)).toEqual(ids);
  });
  test('columns that a row has not are null; a text is told with its quotes', () => {
    const statement = sqlStatement("SELECT more FROM t WHERE name = 'it''s'", []);
    expect(statement).toMatchObject({ where: [{ values: ["it's"] }] });
    expect(selected([{ name: "it's" }], statement as never)).toEqual([{ more: null }]);
  });
});

test('writes', () => {
  expect(sqlStatement('INSERT INTO t (a, b) VALUES (?, 2)', [1])).toEqual({ does: 'insert', table: 't', row: { a: 1, b: 2 } });
  expect(sqlStatement('UPDATE t SET a = ?, b = null WHERE id = ?', [1, 2])).toMatchObject({ does: 'update', set: { a: 1, b: null } });
  expect(sqlStatement('DELETE FROM t', [])).toEqual({ does: 'delete', table: 't', where: [] });
});

test.each([
  'SELECT a FROM t JOIN u',
  'SELECT count(*) FROM t',
  'SELECT a FROM t WHERE a BETWEEN 1 AND 2',
  'SELECT a FROM t WHERE a = b',
  'SELECT a FROM t WHERE a = ?',
  'SELECT a FROM',
  'SELECT 1',
  'DROP TABLE t',
  'INSERT t',
  '',
])('what is not plain is told: %s', (text) => {
  expect(sqlStatement(text, [])).toBe(null);
});

test('a condition and its contrary part what is not null', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (held, value) => {
      const is = (sign: '<' | '>=' | '=' | '<>' | '>' | '<='): boolean => holds({ a: held }, { column: 'a', is: sign, values: [value] });
      expect([is('<') !== is('>='), is('=') !== is('<>'), is('>') !== is('<=')]).toEqual([true, true, true]);
    }),
  );
});
