import { canonicalJson, canonicalText } from '../../model/canonical-json.ts';
import { digestOf } from '../../model/digest.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { recordOf } from '../../model/untrusted-json.ts';
import { type Certificate, certificateForm, type SealedCertificate } from './certificate.ts';
import type { CertificateFault } from './certificate-fault.ts';
import { sealedFormFaults } from './certificate-schema.ts';

/** With its digest. */
export const sealed = (certificate: Certificate): SealedCertificate => ({ certificate, digest: digestOf(canonicalText(certificate)) });

/** As it is kept: canonical JSON, so that there is one text for each certificate, and each byte of it counts. */
export const sealedText = (certificate: SealedCertificate): string => canonicalText(certificate);

/**
 * A certificate out of its text. Total: whatever the text is, it gives the certificate exactly as it was sealed, or why it does not. `trusted`: the
 * digest that it is known to have; its fields are not gone through then, as nobody but Pawl wrote what has that digest (that takes longer than all else).
 */
export function unsealed(text: string, trusted: string | null = null): Result<SealedCertificate, CertificateFault> {
  const parsed = parsedText(text);
  const whole = recordOf(parsed);
  const certificate = recordOf(whole?.certificate);
  if (whole === null || certificate === null)
    return fail({ code: 'not_a_certificate', message: 'This is no certificate: it has to be one line of JSON as Pawl wrote it.' });
  if (certificate.form !== certificateForm) return fail(otherForm(certificate.form));
  const canonical = canonicalJson(certificate);
  const { digest } = whole;
  if (!canonical.ok || digestOf(canonical.text) !== digest || canonicalText({ certificate, digest }) !== text) return fail(altered);
  const faults = digest === trusted ? [] : sealedFormFaults(whole);
  if (faults.length > 0) return fail({ code: 'not_a_certificate', message: `This is no certificate: ${faults.join('; ')}.` });
  return ok({ certificate: certificate as unknown as Certificate, digest: digest as string });
}

const altered: CertificateFault = {
  code: 'altered',
  message: 'The certificate was altered after it was issued: its text and its digest do not go together. Certify the task again.',
};

const otherForm = (form: unknown): CertificateFault => ({
  code: 'other_form',
  message:
    typeof form === 'number'
      ? `The certificate has form ${form}, written by another version of Pawl; this one reads form ${certificateForm}. Certify the task again with this version.`
      : 'This is no certificate: it does not say which form it has.',
});

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
