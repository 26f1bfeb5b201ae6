import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerForm, handleLimitBytes, handleParts, handleText, sliceOf } from '../../../src/core/effects/answer-form.ts';
import { splitDistinct } from '../../../src/core/effects/distinct.ts';
import { identityOf, keyOf } from '../../../src/core/effects/effect-identity.ts';
import { journaledArguments, journaledResult } from '../../../src/core/effects/journaled-json.ts';
import { atPointer, pointerPart, pointerParts, withAtPointer } from '../../../src/core/effects/json-pointer.ts';
import { secretNames, withSecrets } from '../../../src/core/effects/secret-handle.ts';
import { canonicalText } from '../../../src/core/model/canonical-json.ts';
import type { Json } from '../../../src/core/model/json.ts';

test.each<[string, string[] | null]>([
  ['', []],
  ['/a~1b/~0/0', ['a/b', '~', '0']],
  ['a', null],
  ['/~2', null],
])('the pointer %j has the parts %j', (pointer, parts) => {
  expect(pointerParts(pointer)).toEqual(parts);
});

test('a pointer leads to own members alone', () => {
  const value = JSON.parse('[{"a":{"b/c":[1,2]},"__proto__":7}]') as Json;
  expect(atPointer(value, '/0/a/b~1c/1')).toBe(2);
  expect(atPointer(value, '/0/__proto__')).toBe(7);
  expect(atPointer(value, '/0/toString')).toBeUndefined();
  expect(atPointer(value, '/00')).toBeUndefined();
  expect(atPointer(value, '/5/a')).toBeUndefined();
  expect(atPointer('text', '/length')).toBeUndefined();
  expect(atPointer(value, 'nothing')).toBeUndefined();
});

test('what stands at any place of any value is found by its pointer, and can be put elsewhere', () => {
  const places = (value: Json, pointer = ''): [string, Json][] =>
    typeof value !== 'object' || value === null
      ? [[pointer, value]]
      : [[pointer, value], ...Object.entries(value).flatMap(([key, inner]) => places(inner as Json, pointer + pointerPart(key)))];
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      const value = JSON.parse(JSON.stringify(given)) as Json;
      for (const [pointer, there] of places(value)) {
        expect(atPointer(value, pointer)).toEqual(there);
        expect(atPointer(withAtPointer(value, pointerParts(pointer) as string[], 'put'), pointer)).toBe('put');
      }
    }),
  );
  expect(withAtPointer({ a: 1 }, ['b', 'c'], 'put')).toEqual({ a: 1 });
});

test('identity is of what says so, as it stands in the journal', () => {
  const mail = { name: 'mail', identity: ['/0/to', '/0/id'] };
  const one = identityOf(mail, [{ to: 'ann', body: 'x' }]);
  expect(identityOf(mail, [{ to: 'ann', body: 'y' }])).toBe(one);
  expect(identityOf(mail, [{ to: 'ann', id: null }])).not.toBe(one);
  expect(identityOf({ ...mail, name: 'post' }, [{ to: 'ann' }])).not.toBe(one);
  const whole = { name: 'mail', identity: null };
  expect(identityOf(whole, [{ b: 1, a: 2 }])).toBe(identityOf(whole, [{ a: 2, b: 1 }]));
  expect(identityOf(whole, [[]])).not.toBe(identityOf(whole, []));
});

test('keys differ in every one of their parts', () => {
  const keys = [
    keyOf('run', 'a', 'i', 0),
    keyOf('run2', 'a', 'i', 0),
    keyOf('run', 'b', 'i', 0),
    keyOf('run', 'a', 'j', 0),
    keyOf('run', 'a', 'i', 1),
  ];
  expect(new Set(keys).size).toBe(5);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
});

test('what is declared to be redacted, and what is a secret, does not stand in the journal', () => {
  const clean = (text: string) => text.replaceAll('s3cret', '***');
  const declaration = { redacted: ['/0/pin', '/1', '/9', '/result', '/result/token'] };
  expect(journaledArguments(declaration, [{ pin: 1, s3cret: ['a s3cret'] }, 'x'], clean)).toEqual([
    { pin: { $redacted: true }, '***': ['a ***'] },
    { $redacted: true },
  ]);
  expect(journaledResult({ redacted: ['/0', '/result/token'] }, { token: 't', n: 5, ok: null }, clean)).toEqual({
    token: { $redacted: true },
    n: 5,
    ok: null,
  });
  expect(journaledResult(declaration, 'x', clean)).toEqual({ $redacted: true });
});

test('handles of secrets are found wherever they stand, and filled in', () => {
  const args = [
    'x',
    { headers: { a: { $secret: 'A' }, b: [{ $secret: 'B', before: 'Bearer ', after: '.' }, { $secret: 'A' }] } },
    null,
  ] as const;
  expect(secretNames(args)).toEqual(['A', 'B']);
  expect(withSecrets(args, (name) => `<${name}>`)).toEqual(['x', { headers: { a: '<A>', b: ['Bearer <B>.', '<A>'] } }, null]);
  const others: Json[] = [{ $secret: 5 }, { $secret: 'A', more: 1 }, { $secret: 'A', before: 1 }, { $secret: 'A', after: null }];
  for (const other of others) expect(secretNames([other])).toEqual([]);
});

test.each<[Json[], Json[], string | null]>([
  [['a', { distinct: 'the reminder' }], ['a'], 'the reminder'],
  [['a', { distinct: ' ' }], ['a', { distinct: ' ' }], null],
  [['a', { distinct: 'x', to: 'b' }], ['a', { distinct: 'x', to: 'b' }], null],
  [['a', [1]], ['a', [1]], null],
  [[], [], null],
])('of %j the primitive gets %j, and code says: %j', (args, left, distinct) => {
  expect(splitDistinct(args)).toEqual({ args: left, distinct });
});

const digest = 'a'.repeat(64);
const formed = (value: Json): Json => {
  const text = canonicalText(value);
  return answerForm(value, text, text.length, digest);
};

test('a result of ordinary size is given as it is', () => {
  const value = { body: 'x'.repeat(handleLimitBytes - 100) };
  expect(formed(value)).toBe(value);
});

test('a large one keeps its form, with handles for its long texts, and each handle reads back what it stands for', () => {
  const value = {
    status: 200,
    'a/b': ['x'.repeat(2_000_000), 'short'],
    raw: { $blob: 'QUJD'.repeat(30_000) },
    small: { $blob: 'QUJD' },
    none: null,
  };
  const form = formed(value) as { [key: string]: never };
  expect(form).toMatchObject({
    status: 200,
    'a/b': [{ $handle: `${digest}#/a~1b/0`, chars: 2_000_000, slice: 'x'.repeat(1000) }, 'short'],
    small: { $blob: 'QUJD' },
    none: null,
  });
  expect(form.raw).toMatchObject({ $handle: `${digest}#/raw/$blob`, base64: true, chars: 120_000 });
  const { pointer } = handleParts(`${digest}#/a~1b/0`) as { pointer: string };
  expect(handleText(value, pointer)).toBe('x'.repeat(2_000_000));
});

test('a text, and what has no long texts, is one handle', () => {
  const text = 'ä'.repeat(1_200_000);
  expect(formed(text)).toEqual({ $handle: `${digest}#`, chars: text.length, slice: 'ä'.repeat(1000) });
  expect(handleText(text, '')).toBe(text);
  const numbers = Array.from({ length: 300_000 }, (_, at) => at);
  expect(formed(numbers)).toMatchObject({ $handle: `${digest}#`, chars: canonicalText(numbers).length });
  expect(handleText(numbers, '')).toBe(canonicalText(numbers));
  expect(handleText(numbers, '/x')).toBeUndefined();
  expect(handleParts('nonsense')).toBeNull();
});

test('parts side by side are the whole, and no character is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, at) => {
      expect(sliceOf(text, 0, at) + sliceOf(text, at, text.length)).toBe(text);
      expect(/\p{Cs}/u.test(sliceOf(text, 0, at))).toBe(false);
    }),
  );
});
