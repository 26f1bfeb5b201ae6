/** What a call does to the outside, from nothing to what nobody can take back; in this order. */
export const effectClasses = ['pure', 'read', 'idempotent', 'write', 'irreversible'] as const;
export type EffectClass = (typeof effectClasses)[number];

/** The graver of two classes. */
export const graver = (one: EffectClass, other: EffectClass): EffectClass =>
  effectClasses.indexOf(one) >= effectClasses.indexOf(other) ? one : other;
