import type { CodePlace, EvidenceFacts } from './evidence-facts.ts';
import type { Attestation, EvidenceForm } from './evidence-form.ts';
import { isGraver, riskOf } from './risk.ts';

/** Of the form's claims, those that facts can show to be wrong. */
export type Contradicted = `contradicted:${'risk_classification' | 'managed_primitive' | 'cost' | Attestation}`;

/** A claim of the form that the code or a journal shows to be wrong, with what shows it, in words. */
export interface Contradiction {
  readonly reason: Contradicted;
  readonly shownBy: string;
}

/** Every claim of the form that the facts contradict, each with all that shows it. Where nothing can be shown nothing is said: executing it tells the rest. */
export function contradictions(form: EvidenceForm, facts: EvidenceFacts): readonly Contradiction[] {
  const { primitives, ambient, observed, written, modelCalls } = facts;
  const named = new Set(primitives.map(({ name }) => name));
  const past = ambient.map(({ name, at }) => `${name} in ${placeText(at)}`);
  const claimed = form.risk;
  return [
    ...(claimed !== null && claimed !== 'unknown'
      ? primitives
          .filter(({ effectClass, settles }) => isGraver(riskOf(effectClass, settles), claimed))
          .map((each) => contradiction('risk_classification', graveText(each)))
      : []),
    ...(form.preservesPrimitives
      ? [
          ...past.map((shown) => contradiction('managed_primitive', shown)),
          ...written
            .filter(({ name }) => !named.has(name))
            .map(({ name, run }) => contradiction('managed_primitive', `run ${run} wrote by ctx.${name}, which the code never calls`)),
        ]
      : []),
    ...(form.boundsCost
      ? modelCalls
          .filter(({ bounded }) => !bounded)
          .map(({ at }) => contradiction('cost', `a model is asked in ${placeText(at)}, and nothing bounds how often`))
      : []),
    ...(form.attested.has('no_hardcoded_live_observations')
      ? observed.map(({ text, at, seenIn }) =>
          contradiction('no_hardcoded_live_observations', `${JSON.stringify(text)} in ${placeText(at)} is what ${seenIn} had`),
        )
      : []),
    ...(form.attested.has('no_ad_hoc_logic_replaced_managed_primitives')
      ? past.map((shown) => contradiction('no_ad_hoc_logic_replaced_managed_primitives', shown))
      : []),
  ];
}

const contradiction = <C extends Contradicted extends `contradicted:${infer Claim}` ? Claim : never>(
  claim: C,
  shownBy: string,
): Contradiction => ({
  reason: `contradicted:${claim}`,
  shownBy,
});

function graveText({ name, effectClass, settles, at }: EvidenceFacts['primitives'][number]): string {
  const unsettled =
    (effectClass === 'idempotent' || effectClass === 'write') && !settles
      ? ', and nobody could tell after a crash whether it happened'
      : '';
  return `ctx.${name} in ${placeText(at)} is of class ${effectClass}${unsettled}`;
}

const placeText = ({ function: name, line }: CodePlace): string => `${name}, line ${line}`;
