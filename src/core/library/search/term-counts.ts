import type { Word } from './words.ts';

/** Terms, each with how often it occurs. */
export type Counts = ReadonlyMap<string, number>;

/** What a text consists of, counted three ways. The kinds cannot be confused: a pair has a space, a piece begins with `#`. */
export interface TermCounts {
  readonly words: Counts;
  readonly pairs: Counts;
  readonly pieces: Counts;
}

const pieceCharacters = 4;

/** Counts stems, pairs of neighbouring stems, and pieces of four characters of the words as they are spelt, ends marked. */
export function termCounts(words: readonly Word[]): TermCounts {
  const stems = words.map(({ stem }) => stem);
  return {
    words: counted(stems),
    pairs: counted(stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`)),
    pieces: counted(words.flatMap(({ spelt }) => piecesOf(spelt))),
  };
}

/** Once is 1, and the tenth time adds little. */
export const frequencyWeight = (count: number): number => 1 + Math.log(count);

function piecesOf(spelt: string): string[] {
  const characters = [...`^${spelt}$`];
  const last = Math.max(0, characters.length - pieceCharacters);
  return Array.from({ length: last + 1 }, (_, at) => `#${characters.slice(at, at + pieceCharacters).join('')}`);
}

function counted(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
