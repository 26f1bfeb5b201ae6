import type { Standing } from './standing.ts';
import type { StandingSettings } from './standing-settings.ts';

const dayMs = 86_400_000;

/** Whether a repair may begin, or why it may not. */
export type RepairLeave = 'allowed' | 'not_suspended' | 'already_in_occurrence' | 'used_up_today' | 'over_budget';

/** A repair is of what was suspended: once an occurrence, so many in 24 hours, and while there is money for it. */
export function repairLeave(
  { level, repairs }: Standing,
  asked: { readonly occurrence: string; readonly nowMs: number; readonly hasBudget: boolean },
  { repairsADay }: StandingSettings,
): RepairLeave {
  if (level !== 'suspended') return 'not_suspended';
  if (repairs.some(({ occurrence }) => occurrence === asked.occurrence)) return 'already_in_occurrence';
  if (repairs.filter(({ atMs }) => asked.nowMs - atMs < dayMs).length >= repairsADay) return 'used_up_today';
  return asked.hasBudget ? 'allowed' : 'over_budget';
}
