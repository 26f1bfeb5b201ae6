import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordedCall } from '../../../src/core/certify/cassette.ts';
import type { Contract } from '../../../src/core/certify/gate/contract.ts';
import { difference, outputDifference, type Run } from '../../../src/core/certify/gate/equivalence.ts';
import type { Json } from '../../../src/core/model/json.ts';

const contract: Contract = { equivalence: {}, order: 'exact', postconditions: [], relations: [] };
const call = (primitive: string, effect: RecordedCall['class'], ...args: Json[]): RecordedCall => ({
  seq: 1,
  primitive,
  args,
  class: effect,
  answer: { ok: true, value: null },
});
const run = (output: Json, ...calls: RecordedCall[]): Run => ({ outcome: { ok: true, output }, calls });

describe('outputs', () => {
  test.each([
    ['exact', {}, { a: [1, 2] }, { a: [2, 1] }, '$.a[]'],
    ['exact length', {}, [1], [1, 2], '$'],
    ['a member that is missing is null', {}, { a: null }, {}, null],
    ['set', { '$.a': 'set' }, { a: [1, 2, 2] }, { a: [2, 1] }, null],
    ['multiset', { '$.a': 'multiset' }, { a: [1, 2, 2] }, { a: [2, 1, 1] }, '$.a'],
    ['tolerance', { '$.a': { tolerance: 0.5 } }, { a: 1 }, { a: 1.5 }, null],
    ['beyond it', { '$.a': { tolerance: 0.5 } }, { a: 1 }, { a: 1.6 }, '$.a'],
    ['a tolerance is of numbers', { '$.a': { tolerance: 0.5 } }, { a: '1' }, { a: 1 }, '$.a'],
    ['normalised', { $: 'normalised' }, ' A  b', 'a b', null],
    ['normalised is of texts', { $: 'normalised' }, 1, 'a b', '$'],
    ['ignore', { '$.a': 'ignore' }, { a: 1 }, { a: [] }, null],
  ] as const)('%s', (_, rules, one, other, path) => {
    expect(outputDifference(one as Json, other as Json, rules, '$')).toBe(path);
  });
});

describe('runs', () => {
  test('end alike, give the same, and have the same effects in order', () => {
    const failed = (error: string): Run => ({ outcome: { ok: false, error }, calls: [] });
    expect(difference(run(1), failed('A'), contract)).toEqual({ in: 'ending', one: 'a result', other: 'A' });
    expect(difference(failed('A'), failed('B'), contract)).toMatchObject({ in: 'ending' });
    expect(difference(failed('A'), failed('A'), contract)).toBe(null);
    expect(difference(run(1), run(2), contract)).toEqual({ in: 'output', path: '$' });
    const [a, b, read] = [call('x', 'write', 'a'), call('x', 'write', 'b'), call('y', 'read')];
    expect(difference(run(1, a, read, b), run(1, a, b), contract)).toBe(null);
    expect(difference(run(1, a, b), run(1, b, a), contract)).toEqual({ in: 'effects', at: 0 });
    expect(difference(run(1, a, b), run(1, b, a), { ...contract, order: 'any' })).toBe(null);
    expect(difference(run(1, a), run(1, a, b), contract)).toEqual({ in: 'effects', at: 1 });
  });
  test('what is compared with itself is the same, and it does not matter which is first', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [a, b] = JSON.parse(JSON.stringify([one, other])) as [Json, Json];
        expect(difference(run(a), run(a), contract)).toBe(null);
        expect(difference(run(a), run(b), contract) === null).toBe(difference(run(b), run(a), contract) === null);
      }),
    );
  });
});
