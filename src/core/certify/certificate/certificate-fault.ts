/** Why a certificate does not hold. Closed. */
export type CertificateFaultCode =
  | 'not_a_certificate'
  | 'other_form'
  | 'altered'
  | 'other_certificate'
  | 'other_subject'
  | 'other_machine'
  | 'not_signed'
  | 'broken_chain';

/** One reason, said to a person: what is wrong, and what helps. */
export interface CertificateFault {
  readonly code: CertificateFaultCode;
  readonly message: string;
}
