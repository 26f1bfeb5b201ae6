import { shown } from '../../model/shown-text.ts';
import { dedupConstants } from './dedup-constants.ts';
import { type DifferingConstant, differingConstants } from './differing-constants.ts';
import { type Features, featuresOf } from './features.ts';
import { type DedupConstants, type DedupVerdict, dedupVerdicts, likelihoods } from './softmax.ts';
import type { StoredShape, WordCounts } from './stored-shape.ts';

export interface PairVerdict {
  readonly verdict: DedupVerdict;
  /** How sure it is, from 1/3 to 1. */
  readonly likelihood: number;
  /** Why, each a clause for people. */
  readonly reasons: readonly string[];
  /** What wants to be a parameter; only with `generalise`. */
  readonly differing: readonly DifferingConstant[];
}

/** What one function is to another. The same code is told by itself, and so is code that differs in constants alone; all else is weighed. */
export function judgePair(
  one: StoredShape,
  other: StoredShape,
  counts: WordCounts,
  constants: DedupConstants = dedupConstants,
): PairVerdict {
  if (one.shape.digest === other.shape.digest)
    return { verdict: 'duplicate', likelihood: 1, reasons: ['the code is the same up to names, layout and comments'], differing: [] };
  const differing = differingConstants(one.shape, other.shape);
  if (one.shape.outline === other.shape.outline && differing.length > 0)
    return { verdict: 'generalise', likelihood: 1, reasons: ['the code is the same up to constants', ...wanted(differing)], differing };
  const features = featuresOf(one, other, counts);
  const likely = likelihoods(features, constants);
  const verdict = dedupVerdicts.reduce((best, each) => (likely[each] > likely[best] ? each : best));
  const isGeneral = verdict === 'generalise';
  return {
    verdict,
    likelihood: likely[verdict],
    reasons: [...reasonsOf(features, one, other), ...(isGeneral ? wanted(differing) : [])],
    differing: isGeneral ? differing : [],
  };
}

function reasonsOf(features: Features, one: StoredShape, other: StoredShape): string[] {
  const last = (stored: StoredShape): string | null => stored.shape.effects.at(-1)?.name ?? null;
  const [end, otherEnd] = [last(one), last(other)].map((name) => (name === null ? 'no call of anything outside' : shown(name)));
  return [
    features.lastEffect === 1 ? `both end in ${end}` : `one ends in ${end}, the other in ${otherEnd}`,
    `they say ${features.texts === 1 ? 'the same' : 'different'} texts to what they call`,
    `${Math.round(features.statements * 100)} % of their statements are the same`,
    `${Math.round(features.goalWords * 100)} % of what the descriptions begin with is the same${features.goalNumbers === 1 ? '' : ', with other numbers'}`,
  ];
}

/** The first of them: a list of all would hide what matters. */
const wanted = (differing: readonly DifferingConstant[]): string[] =>
  differing.slice(0, 8).map(({ one, other }) => {
    const place = one ?? other;
    const name = place?.name ? `${shown(place.name)} (line ${place.at.line})` : `line ${place?.at.line}`;
    return `${name}: ${one ? shown(one.text) : 'nothing'} here, ${other ? shown(other.text) : 'nothing'} there`;
  });
