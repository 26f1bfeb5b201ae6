import type { DedupConstants } from './softmax.ts';

/** Learned by `node bench/learn-dedup.ts DIR`, which prints this file; from how many and which pairs: docs/decisions/dedup.md. */
export const dedupConstants: DedupConstants = {
  duplicate: {
    features: { lastEffect: 0.681, texts: 0.637, goalWords: 4.024, goalNumbers: 2.162, goalVerb: 0.549, statements: -0.11 },
    start: -5.109,
  },
  generalise: {
    features: { lastEffect: 1.29, texts: 0.141, goalWords: -2.507, goalNumbers: -1.883, goalVerb: 1.029, statements: 1.838 },
    start: 0.981,
  },
  distinct: {
    features: { lastEffect: -1.971, texts: -0.778, goalWords: -1.517, goalNumbers: -0.279, goalVerb: -1.578, statements: -1.727 },
    start: 4.128,
  },
};
