import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outsideFindings } from '../../../../src/core/certify/envelope/check-envelope.ts';
import { learnEnvelope } from '../../../../src/core/certify/envelope/learn-envelope.ts';
import { canonicalText } from '../../../../src/core/model/canonical-json.ts';
import type { Json } from '../../../../src/core/model/json.ts';
import { run } from './runs.ts';

const findings = (seen: readonly Json[], input: Json): string[] =>
  outsideFindings(learnEnvelope(seen.map((each) => run(each))), input).map(({ path, why }) => `${path} ${why}`);

const repeated = (value: Json, count: number): Json[] => Array.from({ length: count }, () => value);

test.each<[string, readonly Json[], Json, string[]]>([
  ['a setting that never moved', repeated({ days: 14 }, 12), { days: 30 }, ['$.days is 30, outside 14 to 14']],
  ['a setting within what was tried', [{ days: 7 }, { days: 7 }, { days: 30 }], { days: 14 }, []],
  ['another kind', [{ days: 14 }], { days: '14' }, ['$.days is a text, where it was always a number']],
  ['kinds that were two', [{ a: null }, { a: 'x' }, { a: 'x' }], { a: true }, ['$.a is true or false, where it was always null or a text']],
  ['null where it was never', [{ a: [1] }], { a: null }, ['$.a is null, where it was always a list']],
  ['a list for an object', [{ a: { b: 1 } }], { a: [] }, ['$.a is a list, where it was always an object']],
  ['an object for a list', [{ a: [] }], { a: {} }, ['$.a is an object, where it was always a list']],
  ['a flag', [true, false], true, []],
  ['a fraction', [{ n: 1 }, { n: 9 }], { n: 2.5 }, ['$.n is 2.5, where it was always a whole number']],
  ['what varies goes on as far as it spread', [100, 110, 104, 120, 108], 139, []],
  ['and no further', [100, 110, 104, 120, 108], 141, ['$ is 141, outside 80 to 140']],
  ['what was never below 0', [1, 20, 4, 12, 8], -3, ['$ is -3, outside 0 to 39']],
  ['what was', [-1, 20, 4, 12, 8], -20, []],
  ['four numbers are too few to say that they vary', [100, 110, 104, 120], 121, ['$ is 121, outside 100 to 120']],
  [
    'a word of an enumeration',
    ['open', 'closed', 'open', 'open', 'closed', 'closed'],
    'new',
    ['$ is "new", which is none of "closed", "open"'],
  ],
  ['a long enumeration is told in part', [...'abcdef', ...'abcdef'], 'g', ['$ is "g", which is none of "a", "b", "c", "d", "e" …']],
  ['words that differ each time are free', ['ann', 'bob', 'cid', 'dan', 'eva'], 'finn', []],
  ['but not empty', ['ann', 'bob', 'cid', 'dan', 'eva'], '', ['$ is empty, where it never was']],
  ['unless one was', ['', 'bob', 'cid', 'dan', 'eva'], '', []],
  ['nor much longer', ['ann', 'bob', 'cid', 'dan', 'eva'], 'x'.repeat(27), ['$ has 27 characters, where the most were 3']],
  ['somewhat longer', ['ann', 'bob', 'cid', 'dan', 'eva'], 'x'.repeat(26), []],
  [
    'a form',
    ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'],
    'tomorrow',
    ['$ is "tomorrow", where it was always written as a date'],
  ],
  ['a form that is kept', ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'], '2027-12-31', []],
  ['an empty list', [{ ids: [1] }], { ids: [] }, ['$.ids is empty, where it never was']],
  ['an empty list as there was one', [{ ids: [] }, { ids: [1] }], { ids: [] }, []],
  ['a list with something in it', [{ ids: [] }], { ids: [1] }, ['$.ids has 1 items, where the most were 0']],
  ['a list twice as long', [{ ids: [1, 2] }], { ids: [1, 2, 1, 2] }, []],
  ['a longer one', [{ ids: [1, 2] }], { ids: [1, 2, 1, 2, 1] }, ['$.ids has 5 items, where the most were 2']],
  ['an item of a list', [{ ids: [1, 2] }], { ids: [1, 'x'] }, ['$.ids[1] is a text, where it was always a number']],
  ['a list in a list', [[[1], [1, 2]]], [[1, 2, 'x']], ['$[0][2] is a text, where it was always a number']],
  ['a member that is missed', [{ a: 1, 'b c': 1 }], { a: 1 }, ['$["b c"] is not there, where it always was']],
  ['a member that came and went', [{ a: 1 }, { a: 1, b: 1 }], { a: 1 }, []],
  ['a member that never was', [{ a: 1 }], { a: 1, __proto__x: 1 }, ['$.__proto__x is there, where it never was']],
  ['two at once', [{ a: 1, b: 1 }], { a: 2, b: 'x' }, ['$.a is 2, outside 1 to 1', '$.b is a text, where it was always a number']],
  ['JSON in a text', ['{"a":1}'], '{"a":"x"}', ['$.a is a text, where it was always a number']],
  ['JSON that is none any more', ['[1]', ' [2]'], '[1', ['$ is no JSON, where it always was']],
  ['JSON that is equal to what was', ['[1]'], ' [1]', []],
  ['a number as a text is no JSON in one', ['1', '1'], '2', ['$ is "2", which is none of "1"']],
])('%s', (_, seen, input, expected) => {
  expect(findings(seen, input)).toEqual(expected);
});

test('seventeen words that come again are no enumeration', () => {
  const words = Array.from({ length: 17 }, (_, at) => `w${at}`);
  expect(findings([...words, ...words], 'other')).toEqual([]);
  expect(findings([...words.slice(1), ...words.slice(1)], 'other')).toHaveLength(1);
});

test('whatever was learned from is inside, and what was learned is JSON', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 12 }), (values) => {
      const seen = values as Json[];
      const envelope = learnEnvelope(seen.map((each) => run(each)));
      for (const each of seen) expect(outsideFindings(envelope, each)).toEqual([]);
      expect(JSON.parse(canonicalText(envelope))).toEqual(JSON.parse(JSON.stringify(envelope)));
    }),
  );
});

test('any value at all is judged and never thrown at', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 5 }), fc.jsonValue(), (seen, value) => {
      for (const { path, why } of outsideFindings(learnEnvelope(seen.map((each) => run(each as Json))), value as Json)) {
        expect(path.startsWith('$')).toBe(true);
        expect(why).not.toBe('');
      }
    }),
  );
});
