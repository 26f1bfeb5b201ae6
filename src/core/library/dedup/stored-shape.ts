import type { CodeShape } from './code-shape.ts';
import type { DescribedGoal } from './described-goal.ts';

/** What of a function is compared with another one. */
export interface StoredShape {
  readonly name: string;
  readonly shape: CodeShape;
  readonly goal: DescribedGoal;
}

/** How often words stand in descriptions: rare ones say more. */
export interface WordCounts {
  readonly documents: number;
  readonly of: ReadonlyMap<string, number>;
}

/** Counts the words of first clauses, each once a description. */
export function wordCounts(all: readonly Pick<StoredShape, 'goal'>[]): WordCounts {
  const of = new Map<string, number>();
  for (const { goal } of all) for (const word of goal.words) of.set(word, (of.get(word) ?? 0) + 1);
  return { documents: all.length, of };
}
