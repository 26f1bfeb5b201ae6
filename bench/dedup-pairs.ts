import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describedGoal } from '../src/core/library/dedup/described-goal.ts';
import type { DedupVerdict } from '../src/core/library/dedup/softmax.ts';
import { type StoredShape, type WordCounts, wordCounts } from '../src/core/library/dedup/stored-shape.ts';
import { codeShape } from '../src/source/code-shape.ts';

/** A function as a line of the data has it. */
export interface DataFunction {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
}

export interface DataPair {
  readonly verdict: DedupVerdict;
  readonly a: DataFunction;
  readonly b: DataFunction;
}

/** Pairs whose functions have been read, with the words of all descriptions counted. */
export interface ReadPairs {
  readonly pairs: readonly { readonly verdict: DedupVerdict; readonly one: StoredShape; readonly other: StoredShape }[];
  readonly functions: readonly StoredShape[];
  readonly counts: WordCounts;
}

/** The labelled pairs of a folder, from `open/pairs.jsonl` in it. */
export const dataPairs = (folder: string): DataPair[] =>
  readFileSync(join(folder, 'open', 'pairs.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as DataPair);

/** Each function of the pairs once. */
export const functionsOf = (pairs: readonly DataPair[]): DataFunction[] => [
  ...new Map(pairs.flatMap(({ a, b }) => [a, b]).map((each) => [each.id, each])).values(),
];

/** Reads them as the library does. */
export function readPairs(pairs: readonly DataPair[]): ReadPairs {
  const read = new Map(functionsOf(pairs).map((each) => [each.id, storedShape(each)]));
  const functions = [...read.values()];
  return {
    functions,
    counts: wordCounts(functions),
    pairs: pairs.map(({ verdict, a, b }) => ({ verdict, one: read.get(a.id) as StoredShape, other: read.get(b.id) as StoredShape })),
  };
}

function storedShape({ id, name, description, code }: DataFunction): StoredShape {
  const shape = codeShape(code);
  if (!shape.ok) throw new Error(`${id}: ${shape.failure.message}`);
  return { name, shape: shape.value, goal: describedGoal(description) };
}

/**
 * The same pairs with nothing to be had from names: in code and descriptions a function's own name becomes one that no other function
 * has, and names of other functions become numbers.
 */
export function nameBlind(pairs: readonly DataPair[]): DataPair[] {
  const functions = functionsOf(pairs);
  const known = [...new Set(functions.flatMap((each) => ownNames(each)))].sort((one, other) => other.length - one.length);
  const renamed = new Map(
    functions.map((each, at) => {
      const own = new Set(ownNames(each));
      const inText = (text: string): string =>
        known.reduce(
          (now, name) => now.replace(new RegExp(`\\b${name}\\b`, 'g'), own.has(name) ? `own${at}` : `other${known.indexOf(name)}`),
          text,
        );
      return [each.id, { id: each.id, name: `own${at}`, description: inText(each.description), code: inText(each.code) }];
    }),
  );
  const of = ({ id }: DataFunction): DataFunction => renamed.get(id) as DataFunction;
  return pairs.map(({ verdict, a, b }) => ({ verdict, a: of(a), b: of(b) }));
}

/** What it is called, and what it is declared as. */
const ownNames = ({ name, code }: DataFunction): string[] => {
  const declared = [...code.matchAll(/^(?:export default )?(?:async )?function\s+(\w+)/gm)].at(-1)?.[1];
  return [name, name.replace(/V\d+$/, ''), ...(declared === undefined ? [] : [declared])];
};
