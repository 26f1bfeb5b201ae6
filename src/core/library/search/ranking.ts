import { greatest } from './greatest.ts';
import { wholeWeight } from './index-entry.ts';
import type { IndexedTerm, IndexTotals, IndexView } from './index-view.ts';
import { type Query, type QueryTerm, queryOf } from './query-terms.ts';
import { searchLimits, searchWeights } from './search-weights.ts';

/** An entry that matches, and how well: more is better; comparable within one query only. */
export interface Ranked {
  readonly id: string;
  readonly score: number;
}

export interface SearchOptions {
  /** How many at most; a whole number. */
  readonly limit: number;
  /** Whether an entry may be among them, by its effect class, status, tags or kind. It is asked best first, until there are enough. */
  readonly accept?: (id: string) => boolean;
}

/**
 * The entries that match a request in anyone's words, best first; those that score alike by id. The same entries give the same ranking to
 * the last bit, whatever store keeps them and in whatever order they came.
 */
export function ranking(view: IndexView, text: string, { limit, accept = () => true }: SearchOptions): Ranked[] {
  const scores = scoresOf(view, queryOf(text));
  const positive = positiveOf(scores);
  for (let wanted = limit * 4; ; wanted *= 8) {
    // Whole groups of equal scores, so that the order by id within one does not depend on where it was cut.
    const found = named(view, scores, greatest(positive, wanted)).filter(({ id }) => accept(id));
    if (found.length >= limit || wanted >= positive.length) return found.slice(0, limit);
  }
}

/** By hand: `filter` calls a function for each of them, which took as long as half of the adding up. */
function positiveOf(scores: Float64Array): Float64Array {
  const positive = new Float64Array(scores.length);
  let count = 0;
  for (let key = 0; key < scores.length; key++) {
    const score = scores[key] as number;
    if (score > 0) positive[count++] = score;
  }
  return positive.subarray(0, count);
}

function named(view: IndexView, scores: Float64Array, floor: number): Ranked[] {
  const keys: number[] = [];
  for (let key = 0; key < scores.length; key++) if ((scores[key] as number) >= floor) keys.push(key);
  const ids = view.ids(keys);
  return keys
    .map((key, at) => ({ id: ids[at] as string, score: scores[key] as number }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
}

/** A term of the query that some entry has, and what it adds to one. */
interface Addend {
  readonly term: string;
  readonly found: IndexedTerm;
  /** For each part of the entry's weight. */
  readonly perWeight: number;
  /** Of naive Bayes: how many times likelier than in all histories the word is in the entry's, for each part of its share there; 0 = it is no word of the query. */
  readonly likelier: number;
}

function scoresOf(view: IndexView, query: Query): Float64Array {
  // Once: a store reads them anew each time, and a query has some eighty terms.
  const { totals } = view;
  const scores = new Float64Array(totals.keysEnd);
  const historyWeight = searchWeights.history / Math.max(1, query.length);
  for (const { found, perWeight, likelier } of affordable(addends(view, totals, query))) {
    for (const { firstKey, numbers } of found.postings()) {
      for (let at = 0; at < numbers.length; at += 3) {
        const key = firstKey + (numbers[at] as number);
        const past = likelier * (numbers[at + 2] as number);
        const history = past === 0 ? 0 : historyWeight * Math.log(1 + past);
        scores[key] = (scores[key] as number) + perWeight * (numbers[at + 1] as number) + history;
      }
    }
  }
  return scores;
}

function addends(view: IndexView, totals: IndexTotals, { terms }: Query): Addend[] {
  const indexed = view.find(terms.map(({ term }) => term));
  const weighed = terms.map((each) => ({
    ...each,
    found: indexed.get(each.term),
    rare: each.weight * rarity(totals, indexed.get(each.term)),
  }));
  const wordsLength = lengthOf(weighed.filter(({ kind }) => kind === 'word' || kind === 'pair'));
  const piecesLength = lengthOf(weighed.filter(({ kind }) => kind === 'piece'));
  const found: Addend[] = [];
  for (const each of weighed) {
    if (each.found === undefined) continue;
    const scale = each.kind === 'piece' ? searchWeights.pieces / piecesLength : 1 / wordsLength;
    const likelier = each.kind === 'word' ? likelihoodRatio(totals, each.found) : 0;
    found.push({ term: each.term, found: each.found, perWeight: (scale * each.rare) / wholeWeight, likelier });
  }
  return found;
}

/** Terms that no entry has count: a query of which little is known scores low. */
const lengthOf = (terms: readonly (QueryTerm & { readonly rare: number })[]): number =>
  Math.sqrt(terms.reduce((squares, { rare }) => squares + rare * rare, 0));

const rarity = ({ entries }: IndexTotals, found: IndexedTerm | undefined): number =>
  Math.log(1 + entries / ((found?.entries ?? 0) + 0.5)) ** searchWeights.rarityPower;

/**
 * Naive Bayes over past requests, smoothed by a share of what all histories say (Jelinek and Mercer) rather than by added counts
 * (Dirichlet): an entry of which the word is unknown then gets 0, so that only the entries that have it are visited, and one without history
 * is not judged by it.
 */
function likelihoodRatio({ past }: IndexTotals, found: IndexedTerm): number {
  const smoothing = searchWeights.historySmoothing;
  return found.past === 0 ? 0 : ((1 - smoothing) / smoothing) * (past / found.past / wholeWeight);
}

/**
 * The terms that decide most, within the number of postings that one query may read: what it takes does not grow with the library. The order
 * is the order in which scores are summed up, so it must be the same everywhere.
 */
function affordable(all: readonly Addend[]): Addend[] {
  let postings = 0;
  return all
    .toSorted((one, other) => other.perWeight - one.perWeight || (one.term < other.term ? -1 : 1))
    .filter(({ found }) => {
      if (postings + found.entries > searchLimits.postings) return false;
      postings += found.entries;
      return true;
    });
}
