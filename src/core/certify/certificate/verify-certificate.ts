import { fail, ok, type Result } from '../../model/result.ts';
import { isSigned, needsSignature } from './approval.ts';
import type { SealedCertificate } from './certificate.ts';
import type { CertificateFault } from './certificate-fault.ts';
import { unsealed } from './seal.ts';
import { changedParts, type Subject, type SubjectPart, subjectDigest } from './subject.ts';

/** What a certificate has to fit. */
export interface Expected {
  /** As it is now, here. */
  readonly subject: Subject;
  readonly machine: string;
  /** The digest under which it was recorded; null = of a file of which nothing is recorded. */
  readonly digest: string | null;
}

/** Whether a certificate holds here and now; every reason why it does not, none stops the others. Total, offline, and no clock has a part in it. */
export function verifyCertificate(text: string, expected: Expected): Result<SealedCertificate, readonly CertificateFault[]> {
  const read = unsealed(text, expected.digest);
  if (!read.ok) return fail([read.failure]);
  const { certificate, digest } = read.value;
  const faults: CertificateFault[] = [];
  if (expected.digest !== null && digest !== expected.digest)
    faults.push({
      code: 'other_certificate',
      message: `This is not the certificate that was recorded (${expected.digest}); it has the digest ${digest}.`,
    });
  const changed = changedParts(certificate.subject, expected.subject);
  if (changed.length > 0)
    faults.push({
      code: 'other_subject',
      message: `${changesText(changed, certificate.subject, expected.subject)} Certify the task again.`,
    });
  if (certificate.machine !== expected.machine)
    faults.push({
      code: 'other_machine',
      message: `The certificate was issued on the machine ${certificate.machine}; what was shown there was not shown here (${expected.machine}). Certify the task on this machine.`,
    });
  const { approvals, subject } = certificate;
  if (needsSignature(certificate) && !isSigned(approvals, subjectDigest(subject)))
    faults.push({
      code: 'not_signed',
      message: 'What the function does needs the signature of a person, and the certificate has none for this very function.',
    });
  return faults.length > 0 ? fail(faults) : ok(read.value);
}

const partText: Readonly<Record<SubjectPart, string>> = {
  task: 'the task',
  function: 'the function',
  closure: 'what the function calls',
  environments: 'the packages that it uses',
  runtime: 'what runs it',
  contractDigest: "the task's contract",
};

function changesText(parts: readonly SubjectPart[], before: Subject, now: Subject): string {
  const texts = parts.map((part) =>
    part === 'runtime' ? `${partText.runtime} (${runtimeText(before)}, now ${runtimeText(now)})` : partText[part],
  );
  return `The certificate is for something else: ${texts.join(', ')} changed since.`;
}

const runtimeText = ({ runtime }: Subject): string => `Pawl ${runtime.pawl}, Node ${runtime.node}, ${runtime.platform}`;
