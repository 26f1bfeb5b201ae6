import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, canonicalText } from '../../../src/core/model/canonical-json.ts';

test.each<[string, unknown, string]>([
  [
    'keys stand in the order of their UTF-16 units',
    { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 },
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
  [
    'numbers are written as ECMAScript writes them',
    [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0],
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
  ],
  ['only what must be escaped is', '€$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  ['literals', [null, true, false], '[null,true,false]'],
  ['a member that is undefined is left out', { a: undefined, b: 1 }, '{"b":1}'],
  ['a key named __proto__ is a key', JSON.parse('{"__proto__":{"isAdmin":true},"a":1}'), '{"__proto__":{"isAdmin":true},"a":1}'],
  ['an object without a prototype is plain', Object.assign(Object.create(null), { b: 1, a: 2 }), '{"a":2,"b":1}'],
  ['the same object at two places is no cycle', ((one) => [one, one])({ a: 1 }), '[{"a":1},{"a":1}]'],
])('%s', (_, value, text) => {
  expect(canonicalJson(value)).toEqual({ ok: true, text });
});

class Invoice {
  readonly total = 1;
}

test.each<[unknown, string, string]>([
  [{ items: [1, { price: Number.NaN }] }, '$.items[1].price', 'is NaN'],
  [[Number.NEGATIVE_INFINITY], '$[0]', 'is -Infinity'],
  [{ 'a b': 10n }, '$["a b"]', 'is a BigInt'],
  [[undefined], '$[0]', 'is undefined'],
  [new Array(1), '$[0]', 'is undefined'],
  [() => 1, '$', 'is a function'],
  [{ s: Symbol('x') }, '$.s', 'is a symbol'],
  [{ m: new Map() }, '$.m', 'is a Map'],
  [{ d: new Date(0) }, '$.d', 'is a Date'],
  [new Invoice(), '$', 'is a Invoice'],
  [Object.create({}), '$', 'is a Object'],
  [new (class {})(), '$', 'is a class instance'],
  [Object.create(Object.create({ constructor: null })), '$', 'is a class instance'],
  [['\ud800'], '$[0]', 'holds half of a surrogate pair'],
  [{ '\udc00': 1 }, '$["\\u{dc00}"]', 'holds half of a surrogate pair'],
])('what is no JSON is refused with its place: %#', (value, path, what) => {
  const canonical = canonicalJson(value);
  expect(canonical).toMatchObject({ ok: false, path });
  expect(canonical.ok ? '' : canonical.message).toContain(`${path} ${what}`);
});

test('a cycle is refused where it closes', () => {
  const cycle: { next?: unknown } = {};
  cycle.next = [cycle];
  expect(canonicalJson(cycle)).toMatchObject({ ok: false, path: '$.next[0]' });
});

test('what is nested too deep is refused', () => {
  let deep: unknown = 0;
  for (let level = 0; level < 501; level++) deep = [deep];
  expect(canonicalJson(deep)).toMatchObject({ ok: false, message: expect.stringContaining('deeper than 500') });
  expect(canonicalJson((deep as unknown[])[0]).ok).toBe(true);
});

test('what a getter throws is not taken for a fault of the value', () => {
  const value = {
    get a() {
      throw new Error('own');
    },
  };
  expect(() => canonicalJson(value)).toThrow('own');
});

test('what is known to be JSON and is not, is a bug', () => {
  expect(canonicalText({ b: 1, a: 2 })).toBe('{"a":2,"b":1}');
  expect(() => canonicalText(Number.NaN)).toThrow('no JSON: $ is NaN');
});

test('it reads back as what it was, and does not depend on the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = canonicalText(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalText(JSON.parse(text))).toBe(text);
      expect(canonicalText(turned(value))).toBe(text);
    }),
  );
});

/** The same value with its keys put in the other way around. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turned(inner)]),
  );
}
