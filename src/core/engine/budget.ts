import { usdOf } from '../model/money.ts';
import type { Procedure } from './procedure.ts';
import type { RunState } from './state.ts';

/** Which budget is used up, in words; null while there is something left. Money is compared as whole nano-dollars. */
export function budgetReached(procedure: Procedure, state: RunState): string | null {
  const limitNanoUsd = state.settings.budgetNanoUsd;
  if (limitNanoUsd !== null && state.totals.nanoUsd >= limitNanoUsd) {
    return `the budget of $${usdOf(limitNanoUsd).toFixed(2)} is used up ($${usdOf(state.totals.nanoUsd).toFixed(2)} spent)`;
  }
  const { limitTokens } = procedure.workflow.budget;
  if (limitTokens !== null && limitTokens > 0 && state.totals.tokens >= limitTokens) {
    return `the budget of ${limitTokens} tokens is used up (${state.totals.tokens} used)`;
  }
  return null;
}
