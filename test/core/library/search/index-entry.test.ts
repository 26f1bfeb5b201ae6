import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexEntry, wholeWeight } from '../../../../src/core/library/search/index-entry.ts';
import { searchText } from './library-of.ts';

test('terms stand once, with whole weights that 16 bits hold', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(text, text, fc.array(text, { maxLength: 4 }), (name, description, pastRequests) => {
      const { terms } = indexEntry(searchText('it', { name, description, parameters: [name], pastRequests }));
      expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
      for (const { weight, past } of terms) {
        expect(Number.isInteger(weight) && weight >= 1 && weight <= wholeWeight).toBe(true);
        expect(Number.isInteger(past) && past >= 0 && past <= wholeWeight).toBe(true);
      }
    }),
  );
});

test('a single word has the whole weight, and its share of a history', () => {
  const { terms } = indexEntry(searchText('it', { name: 'ox', pastRequests: ['ox'] }));
  expect(terms).toEqual([
    { term: 'ox', weight: wholeWeight, past: Math.ceil(wholeWeight / 201) },
    { term: '#^ox$', weight: wholeWeight, past: 0 },
  ]);
});
