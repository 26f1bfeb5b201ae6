import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EvidenceFacts } from '../../../../src/core/certify/evidence/evidence-facts.ts';
import { attestations, contracts, readEvidenceForm } from '../../../../src/core/certify/evidence/evidence-form.ts';
import { formReasons } from '../../../../src/core/certify/evidence/form-reasons.ts';
import { isGraver, riskOf, risks } from '../../../../src/core/certify/evidence/risk.ts';
import { examinedSubmission } from '../../../../src/core/certify/evidence/submission.ts';
import { effectClasses } from '../../../../src/core/model/effect-class.ts';
import type { Json } from '../../../../src/core/model/json.ts';

type Form = Readonly<Record<string, Json>>;

/** A form with which nothing is wrong. */
const whole: Form = {
  ...Object.fromEntries(contracts.map((name) => [name, `what holds of ${name}`])),
  managed_primitive: { preserved: true, why: 'the same calls' },
  cost: { bounded: true },
  risk_classification: 'read_only',
  attestations: Object.fromEntries(attestations.map((name) => [name, true])),
  evidence_based: true,
  executed_entrypoint: false,
};
const at = { function: 'report', line: 7 };
const nothing: EvidenceFacts = { primitives: [], ambient: [], observed: [], written: [], modelCalls: [] };

const reasonsOf = (evidence: Json, facts: Partial<EvidenceFacts> = {}, isSigned = false): string[] => {
  const answer = examinedSubmission({ evidence, facts: { ...nothing, ...facts }, before: 0, isSigned });
  return answer.kind === 'accepted' ? [] : answer.reasons.map(({ reason }) => reason);
};

test('a whole form that nothing contradicts is accepted, with the risk that it claims', () => {
  expect(examinedSubmission({ evidence: whole, facts: nothing, before: 1, isSigned: false })).toEqual({
    kind: 'accepted',
    risk: 'read_only',
  });
});

test.each(contracts)('a form that says nothing of its contract "%s" misses it, however it does not', (name) => {
  for (const empty of [undefined, null, '', '  ', [], {}]) {
    const { [name]: _, ...rest } = whole;
    expect(reasonsOf(empty === undefined ? rest : { ...rest, [name]: empty })).toEqual([`missing_evidence:${name}`]);
  }
});

test.each(attestations)('what is not attested with true is refused by its name: %s', (name) => {
  for (const said of [false, 'true', null, 1])
    expect(reasonsOf({ ...whole, attestations: { ...(whole.attestations as Form), [name]: said } })).toEqual([
      `failed_attestation:${name}`,
    ]);
});

test.each<[Form, string]>([
  [{ risk_classification: null }, 'missing_evidence:risk_classification'],
  [{ risk_classification: 'harmless' }, 'invalid_risk_classification'],
  [{ risk_classification: ['read_only'] }, 'invalid_risk_classification'],
  [{ risk_classification: 'unsafe_effectful' }, 'unsafe_side_effect_contract'],
  [{ managed_primitive: { preserved: false } }, 'primitive_surface_changed'],
  [{ managed_primitive: 'preserved' }, 'primitive_surface_changed'],
  [{ managed_primitive: { preserved: true, ad_hoc_replacements: ['a parser of its own'] } }, 'ad_hoc_logic_replaced_managed_primitive'],
  [{ managed_primitive: { preserved: true, ad_hoc_replacements: [{ by: 'a loop' }] } }, 'ad_hoc_logic_replaced_managed_primitive'],
  [{ cost: { bounded: 'yes' } }, 'cost_contract_too_expensive'],
  [{ evidence_based: 'yes' }, 'not_evidence_based'],
  [{ executed_entrypoint: true }, 'claims_execution'],
  [{ executed_entrypoint: 'twice' }, 'claims_execution'],
])('a form with %j is refused as %s', (change, reason) => {
  expect(reasonsOf({ ...whole, ...change })).toEqual([reason]);
});

test('an empty list of replacements is none, and a form need not say that nothing was executed', () => {
  const { executed_entrypoint: _, ...rest } = whole;
  expect(reasonsOf({ ...rest, managed_primitive: { preserved: true, ad_hoc_replacements: ['', null] } })).toEqual([]);
});

test('what a person has signed may be unsafe', () => {
  expect(reasonsOf({ ...whole, risk_classification: 'unsafe_effectful' }, {}, true)).toEqual([]);
});

test.each<Json>([null, 'certify it', 7, [], {}, [whole]])('what is no form has every reason at once: %j', (given) => {
  expect(reasonsOf(given)).toEqual([
    ...contracts.map((name) => `missing_evidence:${name}`),
    'missing_evidence:risk_classification',
    ...attestations.map((name) => `failed_attestation:${name}`),
    'not_evidence_based',
  ]);
});

test('no reason hides another: any things wrong with a form are all said, once each', () => {
  const wrong = fc.subarray([...contracts], { minLength: 0 });
  const unattested = fc.subarray([...attestations]);
  fc.assert(
    fc.property(wrong, unattested, fc.boolean(), (missing, failed, based) => {
      const form = {
        ...whole,
        ...Object.fromEntries(missing.map((name) => [name, ''])),
        attestations: Object.fromEntries(attestations.map((name) => [name, !failed.includes(name)])),
        evidence_based: based,
      };
      expect(formReasons(readEvidenceForm(form), false)).toEqual([
        ...missing.map((name) => `missing_evidence:${name}`),
        ...failed.map((name) => `failed_attestation:${name}`),
        ...(based ? [] : ['not_evidence_based']),
      ]);
    }),
  );
});

test('any JSON is read as a form, and never accepted by chance', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      expect(reasonsOf(given as Json).length).toBeGreaterThan(0);
    }),
  );
});

test('the third form of a review is not looked at', () => {
  expect(examinedSubmission({ evidence: whole, facts: nothing, before: 2, isSigned: true })).toEqual({
    kind: 'refused',
    reasons: [{ reason: 'certification_revision_attempts_exhausted', shownBy: null }],
  });
});

const primitive = (name: string, effectClass: (typeof effectClasses)[number], settles = false) => ({ name, effectClass, settles, at });

test.each<[string, string, Partial<EvidenceFacts>, string, string]>([
  [
    'safe_noop',
    'reads',
    { primitives: [primitive('fs.read', 'read')] },
    'risk_classification',
    'ctx.fs.read in report, line 7 is of class read',
  ],
  [
    'read_only',
    'writes',
    { primitives: [primitive('fs.write', 'idempotent', true)] },
    'risk_classification',
    'ctx.fs.write in report, line 7 is of class idempotent',
  ],
  [
    'idempotent_effectful',
    'writes what cannot be settled',
    { primitives: [primitive('mail.draft', 'write')] },
    'risk_classification',
    'ctx.mail.draft in report, line 7 is of class write, and nobody could tell after a crash whether it happened',
  ],
  [
    'idempotent_effectful',
    'does what nobody takes back',
    { primitives: [primitive('mail.send', 'irreversible', true)] },
    'risk_classification',
    'ctx.mail.send in report, line 7 is of class irreversible',
  ],
  [
    'read_only',
    'keeps an observation',
    { observed: [{ text: 'acme', at, seenIn: 'the input of run 7f3k' }] },
    'no_hardcoded_live_observations',
    '"acme" in report, line 7 is what the input of run 7f3k had',
  ],
  [
    'read_only',
    'writes by another primitive',
    { written: [{ name: 'http.post', run: '7f3k' }] },
    'managed_primitive',
    'run 7f3k wrote by ctx.http.post, which the code never calls',
  ],
  [
    'read_only',
    'asks a model without end',
    { modelCalls: [{ at, bounded: false }] },
    'cost',
    'a model is asked in report, line 7, and nothing bounds how often',
  ],
])('a form that claims %s for code that %s is contradicted, with what shows it', (risk, _, facts, claim, shownBy) => {
  const answer = examinedSubmission({
    evidence: { ...whole, risk_classification: risk },
    facts: { ...nothing, ...facts },
    before: 0,
    isSigned: false,
  });
  expect(answer).toEqual({ kind: 'refused', reasons: [{ reason: `contradicted:${claim}`, shownBy }] });
});

test('code that reaches past its primitives contradicts both claims that it does not', () => {
  const facts = { ambient: [{ name: 'Date.now', at }] };
  expect(reasonsOf(whole, facts)).toEqual(['contradicted:managed_primitive', 'contradicted:no_ad_hoc_logic_replaced_managed_primitives']);
});

test('what a form does not claim is not contradicted', () => {
  const facts: EvidenceFacts = {
    primitives: [primitive('mail.send', 'irreversible')],
    ambient: [{ name: 'fetch', at }],
    observed: [{ text: 'x', at, seenIn: 'y' }],
    written: [{ name: 'fs.write', run: 'a' }],
    modelCalls: [{ at, bounded: false }],
  };
  for (const form of [{}, { risk_classification: 'harmless' }] as Form[])
    expect(reasonsOf(form, facts).filter((reason) => reason.startsWith('contradicted'))).toEqual([]);
  const sound = {
    primitives: [primitive('mail.send', 'irreversible')],
    written: [{ name: 'mail.send', run: 'a' }],
    modelCalls: [{ at, bounded: true }],
  };
  expect(reasonsOf({ ...whole, risk_classification: 'unsafe_effectful' }, sound, true)).toEqual([]);
});

test('a graver class is never a lesser risk, and one that settles never a graver one', () => {
  effectClasses.forEach((effectClass, place) => {
    for (const settles of [true, false]) {
      const next = effectClasses[place + 1];
      if (next !== undefined) expect(isGraver(riskOf(effectClass, settles), riskOf(next, settles))).toBe(false);
    }
    expect(isGraver(riskOf(effectClass, true), riskOf(effectClass, false))).toBe(false);
  });
  expect(effectClasses.map((each) => riskOf(each, true))).toEqual([risks[0], risks[1], risks[2], risks[2], risks[3]]);
});
