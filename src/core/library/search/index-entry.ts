import type { SearchText } from './search-text.ts';
import { searchLimits, searchWeights } from './search-weights.ts';
import { type Counts, frequencyWeight, type TermCounts, termCounts } from './term-counts.ts';
import { wordsOf } from './words.ts';

/** What an index keeps of an entry: its id and its terms, each once. */
export interface IndexEntry {
  readonly id: string;
  readonly terms: readonly EntryTerm[];
}

export interface EntryTerm {
  readonly term: string;
  /** The component of the entry's vector, in parts of `wholeWeight`; 1 or more. */
  readonly weight: number;
  /** The word's share of the words of the entry's past requests and of the reserve, in the same parts; 0 = it is in none. */
  readonly past: number;
}

/**
 * Weights are whole numbers of 16 bits, so that every store keeps the same ones, and sums of them over entries do not depend on the order
 * in which entries came.
 */
export const wholeWeight = 65_535;

/**
 * What an index keeps of an entry follows from the entry alone. How rare a word is changes with every entry that comes or goes, and so it
 * is no part of what is kept: it weighs the query's words when the query is asked (`ranking.ts`). With rarity in the entries' vectors as
 * well, which is how a cosine of tf-idf has it, each new entry would change the vectors of nearly all: they would be computed anew, or
 * be as old as they are and depend on the order of arrival. Measured before this was chosen (MRR without history, with 5 and 20 past
 * requests): 0.600, 0.725, 0.795 with rarity in both, 0.601, 0.723, 0.790 with it in the query alone, to the power 1.5.
 *
 * Each text is a vector of length 1, whatever its size; the entry is their weighted sum, damped and made length 1 again. Without that a long
 * text drowns the others, and a query that needs two entries finds one of them twice.
 */
export function indexEntry(text: SearchText): IndexEntry {
  const past = text.pastRequests.slice(-searchLimits.pastRequests).map(countsOf);
  const texts: readonly WeighedText[] = [
    { counts: countsOf(text.name), weight: searchWeights.name },
    { counts: countsOf(text.description), weight: searchWeights.description },
    { counts: countsOf(text.parameters.join(' ')), weight: searchWeights.parameters },
    ...past.map((counts) => ({ counts, weight: searchWeights.pastRequest })),
  ];
  const shares = sharesOf(past);
  const words = entryVector(texts, ({ words, pairs }) => [[words, 1] as const, [pairs, searchWeights.wordPair] as const]);
  const pieces = entryVector(texts, ({ pieces }) => [[pieces, 1] as const]);
  const terms = [...words, ...pieces].map(([term, weight]) => ({ term, weight: inParts(weight), past: inParts(shares.get(term) ?? 0) }));
  return { id: text.id, terms };
}

interface WeighedText {
  readonly counts: TermCounts;
  readonly weight: number;
}

const countsOf = (text: string): TermCounts => termCounts(wordsOf(text, searchLimits.textCharacters));

/** Nothing that is there becomes 0, so that the number of entries that have a term is the number of its postings. */
const inParts = (share: number): number => Math.min(wholeWeight, Math.ceil(share * wholeWeight));

function entryVector(
  texts: readonly WeighedText[],
  parts: (counts: TermCounts) => readonly (readonly [Counts, number])[],
): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { counts, weight } of texts) {
    const vector = new Map<string, number>();
    for (const [terms, partWeight] of parts(counts)) {
      for (const [term, count] of terms) vector.set(term, partWeight * frequencyWeight(count));
    }
    for (const [term, component] of unit(vector)) sum.set(term, (sum.get(term) ?? 0) + weight * component);
  }
  return unit(new Map([...sum].map(([term, component]) => [term, component ** searchWeights.damping])));
}

function unit(vector: Map<string, number>): Map<string, number> {
  let squares = 0;
  for (const component of vector.values()) squares += component * component;
  const length = Math.sqrt(squares);
  return new Map([...vector].map(([term, component]) => [term, component / length]));
}

function sharesOf(past: readonly TermCounts[]): Map<string, number> {
  const counts = new Map<string, number>();
  let all = searchWeights.historyReserve;
  for (const { words } of past) {
    for (const [word, count] of words) {
      counts.set(word, (counts.get(word) ?? 0) + count);
      all += count;
    }
  }
  return new Map([...counts].map(([word, count]) => [word, count / all]));
}
