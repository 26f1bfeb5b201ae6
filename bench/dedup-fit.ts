import { type Features, featureNames } from '../src/core/library/dedup/features.ts';
import { type DedupConstants, type DedupVerdict, dedupVerdicts } from '../src/core/library/dedup/softmax.ts';

export interface Example {
  readonly verdict: DedupVerdict;
  readonly features: Features;
}

/** Keeps weights small: 150 examples say little of what is rare. Chosen before anything was learned; 0.001 to 0.01 gave the same within 0.01. */
const ridge = 0.003;
const rounds = 500;

/** Learns the constants of the softmax: least cross entropy with a ridge, by steps along the gradient with momentum. No chance in it. */
export function fittedConstants(examples: readonly Example[]): DedupConstants {
  const width = featureNames.length + 1;
  const weights = new Float64Array(dedupVerdicts.length * width);
  const speed = new Float64Array(weights.length);
  const rows = examples.map(({ features, verdict }) => ({
    row: [...featureNames.map((name) => features[name]), 1],
    at: dedupVerdicts.indexOf(verdict),
  }));
  for (let round = 0; round < rounds; round += 1) {
    const slope = new Float64Array(weights.length);
    for (const { row, at } of rows) {
      const powers = dedupVerdicts.map((_, k) =>
        Math.exp(row.reduce((all, value, j) => all + value * (weights[k * width + j] as number), 0)),
      );
      const all = powers.reduce((sum, power) => sum + power, 0);
      for (const [k, power] of powers.entries()) {
        const error = (power / all - (k === at ? 1 : 0)) / rows.length;
        for (const [j, value] of row.entries()) slope[k * width + j] = (slope[k * width + j] as number) + error * value;
      }
    }
    for (let i = 0; i < weights.length; i += 1) {
      const pull = i % width === width - 1 ? 0 : ridge * (weights[i] as number);
      speed[i] = 0.9 * (speed[i] as number) - ((slope[i] as number) + pull);
      weights[i] = (weights[i] as number) + (speed[i] as number);
    }
  }
  const of = (verdict: DedupVerdict): DedupConstants[DedupVerdict] => {
    const from = dedupVerdicts.indexOf(verdict) * width;
    const rounded = (at: number): number => Math.round((weights[from + at] as number) * 1000) / 1000;
    return { features: Object.fromEntries(featureNames.map((name, at) => [name, rounded(at)])) as Features, start: rounded(width - 1) };
  };
  return { duplicate: of('duplicate'), generalise: of('generalise'), distinct: of('distinct') };
}
