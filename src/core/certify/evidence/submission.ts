import type { Json } from '../../model/json.ts';
import { type Contradicted, contradictions } from './contradictions.ts';
import type { EvidenceFacts } from './evidence-facts.ts';
import { readEvidenceForm } from './evidence-form.ts';
import { type FormReason, formReasons } from './form-reasons.ts';
import type { Risk } from './risk.ts';

/** So many forms may be handed in within one review, whatever comes of them. */
export const submissionsAReview = 2;

export type SubmissionReason = FormReason | Contradicted | 'certification_revision_attempts_exhausted';

/** What is answered to a form. Accepted says only that nothing is known against it: the gates execute it, and they decide. */
export type Submission =
  | { readonly kind: 'accepted'; readonly risk: Risk }
  | { readonly kind: 'refused'; readonly reasons: readonly { readonly reason: SubmissionReason; readonly shownBy: string | null }[] };

export interface Submitted {
  readonly evidence: Json;
  readonly facts: EvidenceFacts;
  /** How many were handed in before it in the same review. */
  readonly before: number;
  readonly isSigned: boolean;
}

/** Looks at a form: at what it says first, then at whether that can be true. Every reason is given. Nothing is executed. */
export function examinedSubmission({ evidence, facts, before, isSigned }: Submitted): Submission {
  if (before >= submissionsAReview)
    return { kind: 'refused', reasons: [{ reason: 'certification_revision_attempts_exhausted', shownBy: null }] };
  const form = readEvidenceForm(evidence);
  const reasons = [...formReasons(form, isSigned).map((reason) => ({ reason, shownBy: null })), ...contradictions(form, facts)];
  const { risk } = form;
  return risk === null || risk === 'unknown' || reasons.length > 0 ? { kind: 'refused', reasons } : { kind: 'accepted', risk };
}
