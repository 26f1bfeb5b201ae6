/**
 * One set of constants for every amount of history: an entry goes from none to many requests, and its rank must not jump on the way.
 * Chosen on requests that the figures of docs/benchmarks.md do not contain; what else was tried is in docs/decisions/search.md.
 */
export const searchWeights = {
  name: 1,
  description: 1.5,
  parameters: 0.5,
  /** Each. At 1 a query that needs two entries finds both less often; at 0.5 a query that needs one finds it less often. */
  pastRequest: 0.7,
  /** Pairs of neighbouring words, beside the words themselves. */
  wordPair: 0.8,
  /** The vector of four-letter pieces, beside that of words. It finds what is spelt or bent otherwise. */
  pieces: 0.25,
  /** A word that means nearly the same as one of the query. */
  synonym: 0.4,
  /** Components of an entry are raised to this, so that a word of all its texts does not drown the word of one. */
  damping: 0.85,
  /** How much rare words count more; see `index-entry.ts` for why it stands in the query alone. */
  rarityPower: 1.5,
  /** The share of naive Bayes over past requests, a word of the query. */
  history: 0.04,
  /** How much of a word's probability in an entry's history is taken from all histories. */
  historySmoothing: 0.2,
  /** Words of past requests that count as unsaid: five requests tell less of the sixth than twenty do of the next. */
  historyReserve: 200,
} as const;

/** How much is read. Texts are people's and models', and may be of any length. */
export const searchLimits = {
  textCharacters: 16_000,
  queryCharacters: 2_000,
  /** The newest ones of an entry. */
  pastRequests: 50,
  /** Longer words are cut: they are encoded data rather than words. */
  wordCharacters: 40,
  /**
   * How many postings a query reads. Rare terms are read first, and these decide: with 199 entries nothing is ever left out, with 10 000
   * it is the commonest words and pieces.
   */
  postings: 8_000,
} as const;
