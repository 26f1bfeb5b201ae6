import { usdOf } from '../model/money.ts';
import type { Procedure } from './procedure.ts';
import type { RunState } from './state.ts';

interface Limit {
  readonly of: 'money' | 'tokens';
  readonly limit: number;
  readonly used: number;
}

/** The limits that a run has. Money is compared as whole nano-dollars; a limit of no tokens is none. */
function limitsOf({ workflow }: Procedure, { settings, totals }: RunState): Limit[] {
  const limits: Limit[] = [];
  if (settings.budgetNanoUsd !== null) limits.push({ of: 'money', limit: settings.budgetNanoUsd, used: totals.nanoUsd });
  for (const limit of [settings.budgetTokens, workflow.budget.limitTokens])
    if (limit) limits.push({ of: 'tokens', limit, used: totals.tokens });
  return limits;
}

/** Which budget is used up, in words; null while there is something left. */
export function budgetReached(procedure: Procedure, state: RunState): string | null {
  const reached = limitsOf(procedure, state).find(({ limit, used }) => used >= limit);
  if (reached === undefined) return null;
  const { of, limit, used } = reached;
  if (of === 'tokens') return `the budget of ${limit} tokens is used up (${used} used)`;
  return `the budget of $${usdOf(limit).toFixed(2)} is used up ($${usdOf(used).toFixed(2)} spent)`;
}

/**
 * Whether the calls under way may use up a budget: then no further one is begun beside them. Each is expected to cost what the
 * dearest so far did; before the first has ended nothing is known, and all begin.
 */
export function isReserved(procedure: Procedure, state: RunState): boolean {
  const callsUnderWay = state.frames.filter(({ kind }) => kind === 'prompt' || kind === 'loop').length;
  const { dearestCall } = state;
  return limitsOf(procedure, state).some(
    ({ of, limit, used }) =>
      callsUnderWay > 0 && used + callsUnderWay * (of === 'money' ? dearestCall.nanoUsd : dearestCall.tokens) >= limit,
  );
}

/** What is left of each limit, for a run within the run: at least 1, as 0 would be no limit; null = no limit. */
export function budgetLeft(procedure: Procedure, state: RunState): { readonly nanoUsd: number | null; readonly tokens: number | null } {
  const limits = limitsOf(procedure, state);
  const leastOf = (wanted: Limit['of']): number | null => {
    const left = limits.filter(({ of }) => of === wanted).map(({ limit, used }) => Math.max(1, limit - used));
    return left.length === 0 ? null : Math.min(...left);
  };
  return { nanoUsd: leastOf('money'), tokens: leastOf('tokens') };
}

/** The model that a step is to use: its own, or the tier that the workflow downgrades to once a budget is past 80 %. */
export function modelWithin(procedure: Procedure, state: RunState, own: string | null): string | null {
  const { downgrade } = procedure.workflow.budget;
  if (downgrade === null) return own;
  return limitsOf(procedure, state).some(({ limit, used }) => used * 10 > limit * 8) ? downgrade : own;
}
