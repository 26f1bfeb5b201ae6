import { digestOf } from '../../model/digest.ts';
import { describedGoal } from '../dedup/described-goal.ts';
import { type FunctionEntry, newest } from '../entries/library-entry.ts';
import type { LibraryState } from '../entries/library-state.ts';
import type { Candidate } from './library-edit.ts';

/**
 * Those living functions that are worth comparing with a candidate, the nearest first: by what they say of themselves, what they call, and
 * whether their code is the same. Their sources are not looked at, which takes longer than all of this.
 */
export function nearFunctions(candidate: Candidate, state: LibraryState, most: number): readonly FunctionEntry[] {
  const codeDigest = digestOf(candidate.normalised);
  const words = new Set([...describedGoal(candidate.description).words, ...candidate.primitives, ...candidate.dependsOn]);
  const scored = [...state.functions.values()]
    .filter(({ isDeleted, name }) => !isDeleted && name !== candidate.name)
    .map((entry) => {
      const { codeDigest: digest, description, primitives, dependsOn } = newest(entry);
      if (digest === codeDigest) return { entry, score: Number.POSITIVE_INFINITY };
      const own = new Set([...describedGoal(description).words, ...primitives, ...dependsOn]);
      const shared = [...own].filter((word) => words.has(word)).length;
      return { entry, score: shared / Math.sqrt(own.size + 1) };
    });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}
