import { type Attestation, attestations, type Contract, contracts, type EvidenceForm } from './evidence-form.ts';

/** Why a form is refused, by name: closed, so that whoever hands it in can mend it. */
export type FormReason =
  | `missing_evidence:${Contract | 'risk_classification'}`
  | 'invalid_risk_classification'
  | 'unsafe_side_effect_contract'
  | 'primitive_surface_changed'
  | 'ad_hoc_logic_replaced_managed_primitive'
  | 'cost_contract_too_expensive'
  | `failed_attestation:${Attestation}`
  | 'not_evidence_based'
  | 'claims_execution';

/** All that is wrong with a form, none of it hiding another. `isSigned`: whether a person has put their name to the effects of this very function. */
export function formReasons(form: EvidenceForm, isSigned: boolean): readonly FormReason[] {
  const { filled, risk } = form;
  const has = (contract: Contract): boolean => filled.has(contract);
  return [
    ...contracts.filter((name) => !has(name)).map((name) => `missing_evidence:${name}` as const),
    ...riskReasons(risk, isSigned),
    ...when(has('managed_primitive') && !form.preservesPrimitives, 'primitive_surface_changed'),
    ...when(form.replacements.length > 0, 'ad_hoc_logic_replaced_managed_primitive'),
    ...when(has('cost') && !form.boundsCost, 'cost_contract_too_expensive'),
    ...attestations.filter((name) => !form.attested.has(name)).map((name) => `failed_attestation:${name}` as const),
    ...when(!form.isEvidenceBased, 'not_evidence_based'),
    ...when(form.claimsExecution, 'claims_execution'),
  ];
}

function riskReasons(risk: EvidenceForm['risk'], isSigned: boolean): readonly FormReason[] {
  if (risk === null) return ['missing_evidence:risk_classification'];
  if (risk === 'unknown') return ['invalid_risk_classification'];
  return when(risk === 'unsafe_effectful' && !isSigned, 'unsafe_side_effect_contract');
}

const when = <R extends FormReason>(holds: boolean, reason: R): readonly R[] => (holds ? [reason] : []);
