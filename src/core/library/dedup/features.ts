import type { StoredShape, WordCounts } from './stored-shape.ts';
import { longestCommon } from './subsequence.ts';

/**
 * What two functions have in common, each from 0 to 1. Few, and none that knows what any call means: with more, or with names of functions
 * among them, cross-validation got worse (docs/decisions/dedup.md).
 */
export const featureNames = ['lastEffect', 'texts', 'goalWords', 'goalNumbers', 'goalVerb', 'statements'] as const;

export type Features = Readonly<Record<(typeof featureNames)[number], number>>;

/** `counts`: of the library's descriptions. Symmetric. */
export function featuresOf(one: StoredShape, other: StoredShape, counts: WordCounts): Features {
  return {
    lastEffect: yes(one.shape.effects.at(-1)?.name === other.shape.effects.at(-1)?.name),
    texts: yes(isSame(one.shape.texts, other.shape.texts)),
    goalWords: cosine(one.goal.words, other.goal.words, counts),
    goalNumbers: yes(isSame(one.goal.numbers, other.goal.numbers)),
    goalVerb: yes(one.goal.verb === other.goal.verb),
    statements: overlap(one.shape.statements, other.shape.statements),
  };
}

const yes = (is: boolean): number => (is ? 1 : 0);

const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);

/** Twice what they have in common in this order, of both together. */
function overlap(one: readonly string[], other: readonly string[]): number {
  const both = one.length + other.length;
  return both === 0 ? 1 : (2 * longestCommon(one, other)) / both;
}

/** Of two sets of words, each word weighted by how rare it is. */
function cosine(one: readonly string[], other: readonly string[], { documents, of }: WordCounts): number {
  const weight = (word: string): number => Math.log(1 + documents / ((of.get(word) ?? 0) + 0.5)) ** 2;
  const sum = (words: readonly string[]): number => words.reduce((all, word) => all + weight(word), 0);
  const [ofOne, ofOther] = [sum(one), sum(other)];
  if (ofOne === 0 || ofOther === 0) return ofOne === ofOther ? 1 : 0;
  return sum(one.filter((word) => other.includes(word))) / Math.sqrt(ofOne * ofOther);
}
