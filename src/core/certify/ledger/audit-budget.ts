import type { NanoUsd } from '../../model/money.ts';

/**
 * Whether one more audit fits into what audits may cost in a period; `limit` null = they may cost anything. One whose price nobody told counts as the dearest that
 * is known; where none is, the money is taken as used up: an unknown price is not nothing.
 */
export function hasAuditBudget(spent: readonly (NanoUsd | null)[], limit: NanoUsd | null): boolean {
  if (limit === null) return true;
  const known = spent.filter((each) => each !== null);
  if (known.length === 0) return spent.length === 0 && limit > 0;
  const dearest = known.reduce((one, other) => Math.max(one, other));
  return spent.reduce<number>((sum, each) => sum + (each ?? dearest), 0) < limit;
}
