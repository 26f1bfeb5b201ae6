import type { Json } from '../../model/json.ts';
import { type Risk, risks } from './risk.ts';

/** What the form has to say something about, each in words of the one who hands it in. */
export const contracts = [
  'input',
  'equivalence',
  'side_effect',
  'idempotency',
  'failure',
  'managed_primitive',
  'observability',
  'cost',
] as const;
export type Contract = (typeof contracts)[number];

/** What the one who hands it in stands for, each to be true. */
export const attestations = [
  'no_hardcoded_live_observations',
  'no_removed_validation_gates',
  'no_reordered_side_effects',
  'no_discarded_recovery_branches',
  'no_static_runtime_assumptions',
  'no_ad_hoc_logic_replaced_managed_primitives',
] as const;
export type Attestation = (typeof attestations)[number];

/** The form that a librarian fills in for a function that is to run without it. What is not there, or of another type, is null or false: `formReasons` says so. */
export interface EvidenceForm {
  /** Those that say something. */
  readonly filled: ReadonlySet<Contract>;
  /** `risk_classification`; null = it says none, `unknown` = it is none that there is. */
  readonly risk: Risk | 'unknown' | null;
  /** `managed_primitive.preserved`. */
  readonly preservesPrimitives: boolean;
  /** `managed_primitive.ad_hoc_replacements`: what the code does by itself that a primitive did before. */
  readonly replacements: readonly string[];
  /** `cost.bounded`. */
  readonly boundsCost: boolean;
  readonly attested: ReadonlySet<Attestation>;
  /** Whether it says that it rests on what was recorded. */
  readonly isEvidenceBased: boolean;
  /** Whether it says that the function was run to fill it in: nobody was to. */
  readonly claimsExecution: boolean;
}

/** Reads a form from what a model handed in. Total: whatever it is, it is a form with something or nothing in it. */
export function readEvidenceForm(given: Json): EvidenceForm {
  const at = fieldsOf(given);
  const primitive = fieldsOf(at.get('managed_primitive'));
  const attested = fieldsOf(at.get('attestations'));
  const replaced = primitive.get('ad_hoc_replacements');
  const risk = at.get('risk_classification');
  return {
    filled: new Set(contracts.filter((name) => says(at.get(name)))),
    risk: says(risk) ? (risks.find((each) => each === risk) ?? 'unknown') : null,
    preservesPrimitives: primitive.get('preserved') === true,
    replacements: Array.isArray(replaced)
      ? replaced.filter(says).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
      : [],
    boundsCost: fieldsOf(at.get('cost')).get('bounded') === true,
    attested: new Set(attestations.filter((name) => attested.get(name) === true)),
    isEvidenceBased: at.get('evidence_based') === true,
    claimsExecution: at.get('executed_entrypoint') !== undefined && at.get('executed_entrypoint') !== false,
  };
}

/** By own keys alone: a form comes from a model, and `__proto__` is a name like any other. */
const fieldsOf = (given: Json | undefined): ReadonlyMap<string, Json> =>
  new Map(
    typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given as Readonly<Record<string, Json>>) : [],
  );

/** Whether there is something in it: no empty text, list or object, and not null. */
function says(given: Json | undefined): boolean {
  if (given === undefined || given === null) return false;
  if (typeof given === 'string') return given.trim() !== '';
  return typeof given !== 'object' || Object.keys(given).length > 0;
}
