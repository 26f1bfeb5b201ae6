import type { EffectClass } from '../../model/effect-class.ts';

/** What a function may do where nobody watches, from the least to the gravest. */
export const risks = ['safe_noop', 'read_only', 'idempotent_effectful', 'unsafe_effectful'] as const;
export type Risk = (typeof risks)[number];

/** Whether `one` is graver than `other`. */
export const isGraver = (one: Risk, other: Risk): boolean => risks.indexOf(one) > risks.indexOf(other);

/**
 * The least risk of a call of this class. `settles`: whether its outcome can be found out after a crash, by its key or by a probe; a write of which
 * that cannot be said is unsafe, and so is whatever nobody can take back.
 */
export function riskOf(effectClass: EffectClass, settles: boolean): Risk {
  switch (effectClass) {
    case 'pure':
      return 'safe_noop';
    case 'read':
      return 'read_only';
    case 'idempotent':
    case 'write':
      return settles ? 'idempotent_effectful' : 'unsafe_effectful';
    case 'irreversible':
      return 'unsafe_effectful';
  }
}
