import type { EffectClass } from '../../model/effect-class.ts';
import type { Risk } from '../evidence/risk.ts';

/** A person's word that this very subject may run with no agent: for another one it says nothing. */
export interface Approval {
  /** Who, as the machine knows the person. */
  readonly by: string;
  /** The digest of the subject. */
  readonly subject: string;
  readonly atMs: number;
}

/** Whether a person has to sign: for what nobody can take back, and for writes of which nobody could tell after a crash whether they happened. */
export const needsSignature = ({ effectClass, risk }: { readonly effectClass: EffectClass; readonly risk: Risk }): boolean =>
  effectClass === 'irreversible' || risk === 'unsafe_effectful';

export const isSigned = (approvals: readonly Approval[], subject: string): boolean =>
  approvals.some((approval) => approval.subject === subject);
