import { stemmer } from 'stemmer';
import { expect, test } from 'vitest';
import { synonymGroups, synonymsOf } from '../../../../src/core/library/search/synonyms.ts';

test('a stem has all that stand beside it in the table, and itself not', () => {
  const stems = synonymGroups.map((group) => group.map(stemmer));
  for (const stem of new Set(stems.flat())) {
    const beside = new Set(stems.filter((group) => group.includes(stem)).flat());
    beside.delete(stem);
    expect([...synonymsOf(stem)]).toEqual([...beside]);
    for (const other of beside) expect(synonymsOf(other).has(stem)).toBe(true);
  }
});

test('a word that is not in the table has none', () => {
  expect([...synonymsOf('zzz'), ...synonymsOf('')]).toEqual([]);
});

test('no group is of one word, or has one twice', () => {
  for (const group of synonymGroups) {
    expect(group.length).toBeGreaterThan(1);
    expect(new Set(group).size).toBe(group.length);
  }
});
