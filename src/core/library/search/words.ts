import { stemmer } from 'stemmer';
import { searchLimits } from './search-weights.ts';
import { stopWords } from './stop-words.ts';

/** A word of a text as it is spelt there, in small letters, and its stem. */
export interface Word {
  readonly spelt: string;
  readonly stem: string;
}

/** Scripts that put nothing between words. There each pair of neighbouring characters is taken for a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Porter's rules are for English; to any other word they would do something, and nothing sensible. */
const english = /^[a-z]+$/;

/**
 * The words of a text that say what it is about, in order: split at case changes, accents folded, boilerplate dropped. Reads `characters`
 * of it. Lone surrogates are no letters, so that they part words like any other sign.
 */
export function wordsOf(text: string, characters: number): Word[] {
  const words: Word[] = [];
  for (const whole of split(text.slice(0, characters))) {
    for (const spelt of unspaced.test(whole) ? pairs(whole) : [whole]) {
      if (!stopWords.has(spelt)) words.push({ spelt, stem: english.test(spelt) ? stemmer(spelt) : spelt });
    }
  }
  return words;
}

/** The look-behinds keep it linear; a pattern that consumes a run of capitals tries each of them as its start. */
function split(text: string): string[] {
  return text
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .normalize('NFKD')
    .replace(/['’]|[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, searchLimits.wordCharacters).join(''));
}

function pairs(word: string): string[] {
  const characters = [...word];
  return characters.length < 2 ? characters : characters.slice(1).map((second, at) => `${characters[at]}${second}`);
}
