import type { SearchText } from '../src/core/library/search/search-text.ts';
import { synonymGroups } from '../src/core/library/search/synonyms.ts';

/** Words that exist, so that synonyms are looked up as in real libraries, and as many again, made of syllables. */
const realWords = [...new Set(synonymGroups.flat())];
const syllables = 'ka re to mi lun ver sa do pel ri no ster ga cu ble tri on fer da mo'.split(' ');
const vocabularySize = 6_000;

/** A library of so many entries, the same each time: words by Zipf's law, one of three entries with past requests. */
export function syntheticLibrary(entries: number): SearchText[] {
  const chance = chances(1);
  const say = speaker(chance);
  return Array.from({ length: entries }, (_, at) => {
    const [verb, ...nouns] = say(3) as [string, ...string[]];
    const name = verb + nouns.map((noun) => `${noun[0]?.toUpperCase()}${noun.slice(1)}`).join('');
    const pastRequests = Array.from({ length: at % 3 === 0 ? Math.floor(chance() * 6) : 0 }, () => say(10).join(' '));
    return { id: `fn-${at}`, name, description: `${say(22).join(' ')}.`, parameters: say(3), pastRequests };
  });
}

/** So many requests to such a library, of 12 words each. */
export function syntheticRequests(count: number): string[] {
  const say = speaker(chances(2));
  return Array.from({ length: count }, () => `can you ${say(12).join(' ')} for me`);
}

function speaker(chance: () => number): (words: number) => string[] {
  const made = chances(3);
  const syllable = (): string => syllables[Math.floor(made() * syllables.length)] as string;
  const vocabulary = Array.from(
    { length: vocabularySize },
    (_, at) => (at % 2 === 0 && realWords[at / 2]) || syllable() + syllable() + syllable(),
  );
  const upTo: number[] = [];
  for (let rank = 1; rank <= vocabularySize; rank++) upTo.push((upTo.at(-1) ?? 0) + 1 / (rank + 20));
  const word = (): string => {
    const point = chance() * (upTo.at(-1) as number);
    let [from, end] = [0, vocabularySize - 1];
    while (from < end) {
      const middle = (from + end) >> 1;
      if ((upTo[middle] as number) < point) from = middle + 1;
      else end = middle;
    }
    return vocabulary[from] as string;
  };
  return (words) => Array.from({ length: words }, word);
}

/** Numbers from 0 to 1, the same for a seed each time (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
