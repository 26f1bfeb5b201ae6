import { dedupConstants } from '../src/core/library/dedup/dedup-constants.ts';
import { featuresOf } from '../src/core/library/dedup/features.ts';
import { judgePair } from '../src/core/library/dedup/judge-pair.ts';
import { type DedupConstants, dedupVerdicts } from '../src/core/library/dedup/softmax.ts';
import { baselines } from './dedup-baselines.ts';
import { fittedConstants } from './dedup-fit.ts';
import { dataPairs, nameBlind, type ReadPairs, readPairs } from './dedup-pairs.ts';
import { scaleCost } from './dedup-scale.ts';
import { type Score, scoreOf } from './dedup-score.ts';
import { inWords } from './sample.ts';
import { printSurroundings, printTable } from './tables.ts';

/** Measures the verdicts on the labelled pairs of a folder, with names and without, beside what one number of likeness comes to. */
export async function dedup(json: boolean, folder: string): Promise<void> {
  const startedMs = performance.now();
  const named = dataPairs(folder);
  const blind = nameBlind(named);
  const [withNames, withoutNames] = [readPairs(named), readPairs(blind)];
  const report = {
    pairs: named.length,
    functions: withNames.functions.length,
    withNames: measured(withNames),
    nameBlind: measured(withoutNames),
    baselines: { withNames: baselines(named), nameBlind: baselines(blind) },
    scale: scaleCost(withNames, 10_000),
    tookSeconds: 0,
  };
  report.tookSeconds = (performance.now() - startedMs) / 1000;
  if (json) console.log(JSON.stringify(report));
  else print(report);
}

interface Measured {
  /** With the constants that are committed. */
  readonly committed: Score;
  /** Learned from nine tenths of the pairs, asked of the tenth; all ten. */
  readonly byPair: Score;
  /** Each pair asked of constants learned from the pairs that share no function with it. */
  readonly noSharedFunction: Score;
}

function measured({ pairs, counts }: ReadPairs): Measured {
  const examples = pairs.map(({ verdict, one, other }) => ({ verdict, features: featuresOf(one, other, counts) }));
  const learnedFrom = (keep: (at: number) => boolean): DedupConstants => fittedConstants(examples.filter((_, at) => keep(at)));
  const score = (constants: (at: number) => DedupConstants): Score =>
    scoreOf(
      pairs.map(({ verdict, one, other }, at) => ({ label: verdict, verdict: judgePair(one, other, counts, constants(at)).verdict })),
    );
  // The file's order is that of a hash, so every tenth is as good as a random tenth.
  const tenths = Array.from({ length: 10 }, (_, tenth) => learnedFrom((at) => at % 10 !== tenth));
  return {
    committed: score(() => dedupConstants),
    byPair: score((at) => tenths[at % 10] as DedupConstants),
    noSharedFunction: score((at) => {
      const asked = pairs[at];
      return learnedFrom((each) => [pairs[each]?.one, pairs[each]?.other].every((it) => it !== asked?.one && it !== asked?.other));
    }),
  };
}

type Report = {
  readonly pairs: number;
  readonly functions: number;
  readonly tookSeconds: number;
  readonly baselines: Readonly<Record<'withNames' | 'nameBlind', ReturnType<typeof baselines>>>;
  readonly scale: ReturnType<typeof scaleCost>;
} & Readonly<Record<'withNames' | 'nameBlind', Measured>>;

function print(report: Report): void {
  printSurroundings(report.tookSeconds);
  const cells = ({ verdicts, macroF1 }: Score): string[] => [
    ...dedupVerdicts.map((each) =>
      [verdicts[each].precision, verdicts[each].recall, verdicts[each].f1].map((value) => value.toFixed(2)).join(' / '),
    ),
    macroF1.toFixed(3),
  ];
  for (const [mode, words] of [
    ['withNames', 'with names'],
    ['nameBlind', 'name-blind'],
  ] as const)
    printTable(
      [`${report.pairs} pairs, ${words}`, ...dedupVerdicts.map((each) => `${each} P / R / F1`), 'macro-F1'],
      [
        ['constants as committed', ...cells(report[mode].committed)],
        ['cross-validated by pair', ...cells(report[mode].byPair)],
        ['learned from no shared function', ...cells(report[mode].noSharedFunction)],
        ...report.baselines[mode].map(({ name, thresholds, score }) => [
          `${name}, fitted here (${thresholds.join(', ')})`,
          ...cells(score),
        ]),
      ],
    );
  const { functions, candidateMs, indexMs, found } = report.scale;
  console.log(`one candidate against ${functions} functions     ${inWords(candidateMs, 1)} ms, with the index at hand`);
  console.log(`the index of ${functions} functions              ${indexMs.toFixed(0)} ms, once`);
  console.log(`related pairs found among the 50 compared  ${(100 * found).toFixed(1)} %`);
}
