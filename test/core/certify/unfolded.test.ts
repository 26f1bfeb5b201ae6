import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placesIn } from '../../../src/core/certify/change/places.ts';
import { folded, unfolded } from '../../../src/core/certify/world/unfolded.ts';
import type { Json } from '../../../src/core/model/json.ts';

describe('texts that hold data are opened', () => {
  test.each([
    ['JSON', '{"a":{"b":[1,2]}}', 'json'],
    ['JSON with an indent', '{\n  "a": 1\n}\n', 'json'],
    ['lines of JSON, one of them broken', '{"a":1}\n{"a":2}\n{broken', 'jsonl'],
    ['columns', 'x 1 2\ny 3 4\n\nz 5 6\n', 'columns'],
    ['columns of commas', 'name,count\na,1\nb,2', 'columns'],
    ['lines', 'one\ntwo words', 'lines'],
    ['lines with a blank one', 'one\n\ntwo words\n', 'lines'],
  ])('%s', (_, text, form) => {
    expect(unfolded(text)).toMatchObject({ $form: form });
    expect(folded(unfolded(text))).toBe(text);
  });
  test.each(['a', '', '\n', '\n\n', ' \n \n', '{ "a" : 1 }', '{broken', '[', '"a"'])('what would not close as it was stays: %j', (text) => {
    expect(unfolded(text)).toBe(text);
  });
  test('a map closes to an object', () => {
    expect(folded({ $form: 'map', rows: [{ key: 'b', value: 1 }] })).toEqual({ b: 1 });
    expect(folded({ $form: 'map' })).toEqual({});
  });
  test('whatever is opened closes to what it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        expect(folded(unfolded(json))).toEqual(json);
        expect(folded(unfolded(JSON.stringify(json, null, 2)))).toEqual(JSON.stringify(json, null, 2));
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(fc.stringMatching(/^[a-z0-9]{0,4}$/), { maxLength: 3 }), { maxLength: 5 }), (rows) => {
        const text = rows.map((row) => row.join(',')).join('\n');
        expect(folded(unfolded(text))).toEqual(text);
      }),
    );
  });
});

test('places of a tree: leaves, lists and objects, forms passed over', () => {
  const { leaves, lists, objects } = placesIn(unfolded({ body: 'a 1\nb 2', more: [{ x: null }] }));
  expect(leaves.map(({ pattern }) => pattern)).toEqual([
    '.body.rows[].0',
    '.body.rows[].1',
    '.body.rows[].0',
    '.body.rows[].1',
    '.more[].x',
  ]);
  expect(leaves[3]).toMatchObject({ value: '2', row: { list: ['body', 'rows'], at: 1 } });
  expect(lists.map(({ pattern }) => pattern)).toEqual(['.body.rows', '.body.rows[]', '.body.rows[]', '.more']);
  expect(objects.map(({ keys }) => keys)).toEqual([['body', 'more'], ['x']]);
});
