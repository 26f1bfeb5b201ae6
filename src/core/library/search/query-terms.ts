import { searchLimits, searchWeights } from './search-weights.ts';
import { synonymsOf } from './synonyms.ts';
import { frequencyWeight, termCounts } from './term-counts.ts';
import { wordsOf } from './words.ts';

/** A term that a query looks for, before it is known how rare it is. */
export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
  readonly kind: 'word' | 'pair' | 'piece' | 'synonym';
}

export interface Query {
  readonly terms: readonly QueryTerm[];
  /** Words of the query, repeated ones included. */
  readonly length: number;
}

/** What a request in anyone's words looks for. Nothing, where it says nothing but boilerplate. */
export function queryOf(text: string): Query {
  const words = wordsOf(text, searchLimits.queryCharacters);
  const counts = termCounts(words);
  const terms: QueryTerm[] = [];
  const meant = new Map<string, number>();
  for (const [term, count] of counts.words) {
    terms.push({ term, weight: frequencyWeight(count), kind: 'word' });
    for (const other of synonymsOf(term)) {
      const weight = searchWeights.synonym * frequencyWeight(count);
      if (!counts.words.has(other)) meant.set(other, Math.max(meant.get(other) ?? 0, weight));
    }
  }
  for (const [term, count] of counts.pairs) terms.push({ term, weight: searchWeights.wordPair * frequencyWeight(count), kind: 'pair' });
  for (const [term, count] of counts.pieces) terms.push({ term, weight: frequencyWeight(count), kind: 'piece' });
  for (const [term, weight] of meant) terms.push({ term, weight, kind: 'synonym' });
  return { terms, length: words.length };
}
