import { digestOf } from './digest.ts';

/** What every provider takes as a tool's name. Gemini wants a letter or `_` first. */
const accepted = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

const longest = 64;
const hashChars = 12;

/**
 * A name for each tool that every provider takes: its own where that will do, else what is left of it with a hash of the whole. Each is
 * another one, whatever the names; it depends on the names alone and not on their order, so that it is the same after a restart.
 */
export function toolAliases(names: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(names)].sort();
  const aliases = new Map(all.filter((name) => accepted.test(name)).map((name) => [name, name]));
  const taken = new Set(aliases.values());
  for (const name of all) {
    if (aliases.has(name)) continue;
    let alias = hashed(name, 0);
    for (let attempt = 1; taken.has(alias); attempt++) alias = hashed(name, attempt);
    taken.add(alias);
    aliases.set(name, alias);
  }
  return aliases;
}

function hashed(name: string, attempt: number): string {
  const clean = name.replace(/[^A-Za-z0-9_-]/gu, '_').replace(/^(?![A-Za-z_])/, '_');
  const hash = digestOf(attempt === 0 ? wellFormed(name) : `${attempt} ${wellFormed(name)}`).slice(0, hashChars);
  return `${clean.slice(0, longest - hashChars - 1)}_${hash}`;
}

/** Halves of surrogate pairs all have the same bytes in UTF-8; two names that differ in one would have one hash. */
const wellFormed = (name: string): string => name.replace(/\p{Cs}/gu, (half) => `\\u{${half.charCodeAt(0).toString(16)}}`);
