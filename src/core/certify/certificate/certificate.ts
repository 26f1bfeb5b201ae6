import type { EffectClass } from '../../model/effect-class.ts';
import type { Envelope } from '../envelope/envelope.ts';
import type { Risk } from '../evidence/risk.ts';
import type { TrialTrace } from '../trial/trial-trace.ts';
import type { Approval } from './approval.ts';
import type { Subject } from './subject.ts';

/** Raised whenever certificates say other things than before; those of another form are refused. */
export const certificateForm = 1;

/** What was shown of a function, by what, and within which bounds. Times are milliseconds since 1970. */
export interface Certificate {
  readonly form: typeof certificateForm;
  readonly subject: Subject;
  readonly effectClass: EffectClass;
  readonly risk: Risk;
  /** No model is asked anywhere in its closure: only such ones claim no tokens. */
  readonly isModelFree: boolean;
  /** In the order in which they were passed. */
  readonly gates: readonly GateResult[];
  /** Of the candidate's mutants that differ from it at all, how many the evidence told apart. */
  readonly mutants: { readonly killed: number; readonly of: number };
  /** Shares from 0 to 1 that the pool of changed worlds reached. */
  readonly coverage: { readonly fields: number; readonly branches: number };
  readonly trial: TrialTrace;
  /** Keys of the occurrences that it delivered while the agent watched, none of which differed. */
  readonly canaries: readonly string[];
  readonly envelope: Envelope;
  readonly approvals: readonly Approval[];
  /** The machine on which all this was shown. */
  readonly machine: string;
  readonly submittedAtMs: number;
  readonly issuedAtMs: number;
  /** The digest of the certificate that was issued before it, of whatever task; null = it is the first. */
  readonly previous: string | null;
}

export interface GateResult {
  /** "G0" … "G3". */
  readonly gate: string;
  /** Ids of the recorded runs, changed worlds and questions that it was held against. */
  readonly cases: readonly string[];
  /** Cases of which nothing could be said. */
  readonly inconclusive: number;
}

/** A certificate with its own digest, by which it is kept. */
export interface SealedCertificate {
  readonly certificate: Certificate;
  /** sha256 of the certificate as canonical JSON, in hex. */
  readonly digest: string;
}
