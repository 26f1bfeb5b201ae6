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
  if (workflow.budget.limitTokens) limits.push({ of: 'tokens', limit: workflow.budget.limitTokens, used: totals.tokens });
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

/** The model that a step is to use: its own, or the tier that the workflow downgrades to once a budget is past 80 %. */
export function modelWithin(procedure: Procedure, state: RunState, own: string | null): string | null {
  const { downgrade } = procedure.workflow.budget;
  if (downgrade === null) return own;
  return limitsOf(procedure, state).some(({ limit, used }) => used * 10 > limit * 8) ? downgrade : own;
}
