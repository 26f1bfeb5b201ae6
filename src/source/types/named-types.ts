import { type TypeWord, typeWords } from './type-words.ts';

/** Types that a module names, by name: the words of each from the first of its own on. One with parameters is left out. */
export type NamedTypes = ReadonlyMap<string, readonly TypeWord[]>;

/** Of the parts of a text in which there is no code: `type A = …` and `interface A { … }`. */
export function namedTypes(parts: readonly string[]): NamedTypes {
  const found = new Map<string, readonly TypeWord[]>();
  for (const part of parts) {
    const words = typeWords(part);
    for (const [at, { text, kind }] of words.entries()) {
      const name = words[at + 1];
      if (kind !== 'name' || name?.kind !== 'name') continue;
      const next = words[at + 2]?.text;
      if (text === 'type' && next === '=') found.set(name.text, words.slice(at + 3));
      if (text === 'interface' && next === '{') found.set(name.text, words.slice(at + 2));
    }
  }
  return found;
}
