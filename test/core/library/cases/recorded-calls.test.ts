import { expect, test } from 'vitest';
import { RecordedCalls } from '../../../../src/core/library/cases/recorded-calls.ts';
import type { CaseCall } from '../../../../src/core/library/entries/library-entry.ts';
import type { Json } from '../../../../src/core/model/json.ts';
import { ok } from '../../../../src/core/model/result.ts';

const call = (primitive: string, args: readonly Json[], gives: Json): CaseCall => ({ primitive, args, result: ok(gives), order: 1 });
const gives = (found: CaseCall | null): Json | undefined => (found?.result.ok ? found.result.value : undefined);

test('a call is answered by its primitive and its arguments, the n-th of equal ones by the n-th', () => {
  const calls = new RecordedCalls([
    call('fs.read', ['a'], 'first'),
    call('fs.read', ['b'], 'b'),
    call('fs.read', ['a'], 'second'),
    call('http.get', [{ x: 1, y: 2 }], 'page'),
    call('toString', ['a'], 'a name like others'),
  ]);
  expect(gives(calls.take('fs.read', ['b']))).toBe('b');
  expect(gives(calls.take('fs.read', ['a']))).toBe('first');
  expect(gives(calls.take('fs.read', ['a']))).toBe('second');
  expect(calls.take('fs.read', ['a'])).toBe(null);
  expect(calls.take('fs.list', ['b'])).toBe(null);
  expect(gives(calls.take('http.get', [{ y: 2, x: 1 }]))).toBe('page');
  expect(gives(calls.take('toString', ['a']))).toBe('a name like others');
  expect(calls.taken.map(gives)).toEqual(['b', 'first', 'second', 'page', 'a name like others']);
});

const hidden = { $redacted: true };

test.each<[string, Json, Json, boolean]>([
  ['what was redacted stands for anything', { body: hidden, to: 'x' }, { body: [1, 2], to: 'x' }, true],
  ['all else must be the same', { body: hidden, to: 'x' }, { body: 1, to: 'y' }, false],
  ['as many members', { body: hidden }, { body: 1, more: 1 }, false],
  ['of the same names', { body: hidden, to: 'x' }, { body: 1, other: 'x' }, false],
  ['within lists too', [[hidden, 1]], [['a', 1]], true],
  ['of the same length', [[hidden, 1]], [['a', 1, 2]], false],
  ['a list is no object', [hidden], { 0: 1 }, false],
  ['an object is no list', { body: hidden, to: 1 }, [1, 2], false],
  ['and no text', { body: hidden, to: 1 }, 'text', false],
  ['and not nothing', { body: hidden, to: null }, null, false],
  ['a mark beside others is none', { $redacted: true, to: 'x' }, { $redacted: true, to: 'x' }, true],
  ['a mark that is off is none', [hidden, { $redacted: false }], [1, { $redacted: true }], false],
])('%s', (_, recorded, given, answered) => {
  const calls = new RecordedCalls([call('send', [recorded], 'sent'), call('other', [hidden], 'no')]);
  expect(calls.take('send', [given]) !== null).toBe(answered);
  expect(calls.take('send', [given])).toBe(null);
});
