import { type TypeWord, typeWords } from './type-words.ts';

/** Where a type that a module names is written: in these words, from this one on. No copy: thousands of types stand in the same words. */
export interface NamedType {
  readonly words: readonly TypeWord[];
  readonly from: number;
}

/** By name. One with parameters is left out. */
export type NamedTypes = ReadonlyMap<string, NamedType>;

/** Of the parts of a text in which there is no code: `type A = …` and `interface A { … }`. */
export function namedTypes(parts: readonly string[]): NamedTypes {
  const found = new Map<string, NamedType>();
  for (const part of parts) {
    const words = typeWords(part);
    for (const [at, { text, kind }] of words.entries()) {
      const name = words[at + 1];
      if (kind !== 'name' || name?.kind !== 'name') continue;
      const next = words[at + 2]?.text;
      if (text === 'type' && next === '=') found.set(name.text, { words, from: at + 3 });
      if (text === 'interface' && next === '{') found.set(name.text, { words, from: at + 2 });
    }
  }
  return found;
}
