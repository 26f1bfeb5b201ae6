import { type DedupVerdict, dedupVerdicts } from '../src/core/library/dedup/softmax.ts';
import { type DataFunction, type DataPair, functionsOf } from './dedup-pairs.ts';
import { type Score, scoreOf } from './dedup-score.ts';

export interface Baseline {
  readonly name: string;
  /** Below the first: distinct. From the second on: duplicate. */
  readonly thresholds: readonly [number, number];
  readonly score: Score;
}

/** What one number of likeness comes to, with the two thresholds that fit these very pairs best: better than it would do on others. */
export function baselines(pairs: readonly DataPair[]): Baseline[] {
  const cosine = descriptionCosine(functionsOf(pairs));
  return [
    fitted('cosine of descriptions (TF-IDF)', pairs, ({ a, b }) => cosine(a, b)),
    fitted('Jaccard of 4-grams of tokens', pairs, ({ a, b }) => jaccard(grams(a.code), grams(b.code))),
    fitted('Jaccard of words of names', pairs, ({ a, b }) => jaccard(nameWords(a.name), nameWords(b.name))),
  ];
}

function fitted(name: string, pairs: readonly DataPair[], likeness: (pair: DataPair) => number): Baseline {
  const measured = pairs.map((pair) => ({ label: pair.verdict, value: likeness(pair) }));
  const steps = Array.from({ length: 50 }, (_, at) => (at + 1) / 50);
  let best: Baseline | null = null;
  for (const low of steps) {
    for (const high of steps.filter((each) => each >= low)) {
      const verdict = (value: number): DedupVerdict => (value >= high ? 'duplicate' : value >= low ? 'generalise' : 'distinct');
      const score = scoreOf(measured.map(({ label, value }) => ({ label, verdict: verdict(value) })));
      if (best === null || score.macroF1 > best.score.macroF1) best = { name, thresholds: [low, high], score };
    }
  }
  if (best === null) throw new Error(`no thresholds for ${dedupVerdicts.length} verdicts`);
  return best;
}

const words = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z0-9]{2,}/g) ?? [];

function descriptionCosine(functions: readonly DataFunction[]): (one: DataFunction, other: DataFunction) => number {
  const frequency = new Map<string, number>();
  for (const { description } of functions)
    for (const word of new Set(words(description))) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const vector = ({ description }: DataFunction): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const word of words(description)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return new Map(
      [...counts].map(([word, n]) => [word, (1 + Math.log(n)) * Math.log((functions.length + 1) / ((frequency.get(word) ?? 0) + 0.5))]),
    );
  };
  const norm = (of: Map<string, number>): number => Math.sqrt([...of.values()].reduce((all, each) => all + each * each, 0)) || 1;
  return (one, other) => {
    const [a, b] = [vector(one), vector(other)];
    return [...a].reduce((all, [word, value]) => all + value * (b.get(word) ?? 0), 0) / norm(a) / norm(b);
  };
}

function grams(code: string): Set<string> {
  const bare = code.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '').replace(/\b(function\s+)\w+/g, '$1NAME');
  const tokens = bare.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|[^\s\w]/g) ?? [];
  return new Set(tokens.map((_, at) => tokens.slice(at, at + 4).join(' ')));
}

const nameWords = (name: string): Set<string> =>
  new Set(words(name.replace(/V\d+$/, '')).map((word) => word.replace(/(?<=...)(?<!s)s$/, '')));

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((each) => other.has(each)).length;
  return both / Math.max(1, one.size + other.size - both);
}
