import { type Features, featureNames } from './features.ts';

/** What one function is to another: it does the same; it does the same with other constants, so that one of both could have parameters; neither. */
export const dedupVerdicts = ['duplicate', 'generalise', 'distinct'] as const;
export type DedupVerdict = (typeof dedupVerdicts)[number];

/** For each verdict what each feature counts for it, and what it has without any. */
export type DedupConstants = Readonly<Record<DedupVerdict, { readonly features: Features; readonly start: number }>>;

/** How likely each verdict is, together 1. */
export function likelihoods(features: Features, constants: DedupConstants): Readonly<Record<DedupVerdict, number>> {
  const score = (verdict: DedupVerdict): number =>
    featureNames.reduce((all, name) => all + features[name] * constants[verdict].features[name], constants[verdict].start);
  const powers = dedupVerdicts.map((verdict) => Math.exp(score(verdict)));
  const all = powers.reduce((sum, power) => sum + power, 0);
  const [duplicate, generalise, distinct] = powers.map((power) => power / all) as [number, number, number];
  return { duplicate, generalise, distinct };
}
