import type { TrialRule } from '../trial/trial-trace.ts';

/** `none`: there is no candidate, the task is the agent's. */
export const levels = ['none', 'candidate', 'shadow', 'canary', 'certified', 'suspended', 'revoked'] as const;
export type Level = (typeof levels)[number];

/** Why a function may not deliver any more until it has shown itself again. */
export type SuspensionGround =
  | { readonly kind: 'contract_violated'; readonly why: string }
  | { readonly kind: 'wrong_irreversible'; readonly why: string }
  | { readonly kind: 'canary_differed'; readonly why: string }
  | { readonly kind: 'read_suspect'; readonly why: string }
  /** It came to disagree with the agent too often. */
  | { readonly kind: 'fallen' }
  | { readonly kind: 'dependency_suspended'; readonly function: string }
  | { readonly kind: 'subject_changed'; readonly parts: readonly string[] };

/** Whether a suspension tells of how the function does: an edit, or another function's trouble, does not. */
export function tellsOfFunction({ kind }: SuspensionGround): boolean {
  switch (kind) {
    case 'contract_violated':
    case 'wrong_irreversible':
    case 'canary_differed':
    case 'read_suspect':
    case 'fallen':
      return true;
    case 'dependency_suspended':
    case 'subject_changed':
      return false;
  }
}

/** A step from one level to another one, with its reason. `refused` stays at `candidate`: this one is done with, another may be submitted. */
export type StandingChange =
  | { readonly to: 'shadow' }
  | { readonly to: 'refused'; readonly by: 'gates' | 'weak_evidence' | 'trial'; readonly reasons: readonly string[] }
  | { readonly to: 'canary' }
  | { readonly to: 'certified'; readonly rule: TrialRule }
  | { readonly to: 'suspended'; readonly ground: SuspensionGround }
  | { readonly to: 'revoked'; readonly because: 'two_suspensions' | 'two_failed_repairs' };
