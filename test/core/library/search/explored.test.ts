import { expect, test } from 'vitest';
import { type Exploration, explored } from '../../../../src/core/library/search/explored.ts';

const ranked = (...scores: number[]) => scores.map((score, at) => ({ id: `e${at + 1}`, score }));
const used: Exploration = { shown: 3, used: 1 };
const usage =
  (fresh: Record<string, Exploration | undefined>) =>
  (id: string): Exploration | undefined =>
    id in fresh ? fresh[id] : used;
const ids = (places: number, search: number, fresh: Record<string, Exploration | undefined>, scores = [9, 8, 7, 6, 5, 4, 3, 2]) =>
  explored(ranked(...scores), usage(fresh), { places, search }).map(({ id }) => id);

test('on each fourth search the best entry that was never used takes the last of five places', () => {
  const fresh = { e7: undefined, e6: { shown: 0, used: 0 } };
  expect([0, 1, 2, 3, 4].map((search) => ids(5, search, fresh)[4])).toEqual(['e6', 'e5', 'e5', 'e5', 'e6']);
  expect(ids(5, 0, fresh)).toEqual(['e1', 'e2', 'e3', 'e4', 'e6']);
});

test('an entry that was shown without being used has had its turn', () => {
  expect(ids(5, 0, { e6: { shown: 1, used: 0 }, e7: undefined })[4]).toBe('e7');
});

test('one that stands among the five already is enough', () => {
  expect(ids(5, 0, { e2: undefined, e6: undefined })[4]).toBe('e5');
  expect(ids(5, 0, { e5: undefined, e6: undefined })[4]).toBe('e5');
});

test('what hardly matches takes no place', () => {
  expect(ids(5, 0, { e6: undefined }, [9, 8, 7, 6, 5, 2.4])[4]).toBe('e5');
  expect(ids(5, 0, { e6: undefined }, [9, 8, 7, 6, 5, 2.5])[4]).toBe('e6');
});

test('fewer than five places have none to give, ten have two', () => {
  expect(ids(4, 0, { e6: undefined })).toEqual(['e1', 'e2', 'e3', 'e4']);
  const scores = Array.from({ length: 13 }, (_, at) => 100 - at);
  expect(ids(10, 0, { e11: undefined, e13: undefined }, scores)).toEqual(['e1', 'e2', 'e3', 'e4', 'e11', 'e6', 'e7', 'e8', 'e9', 'e13']);
});

test('nothing is unused, or nothing is left', () => {
  expect(ids(5, 0, {})).toEqual(['e1', 'e2', 'e3', 'e4', 'e5']);
  expect(ids(5, 0, { e3: undefined }, [3, 2, 1])).toEqual(['e1', 'e2', 'e3']);
});
