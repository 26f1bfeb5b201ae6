import type { ActEnding, ActSettings } from '../events/act-event.ts';
import { usdOf } from '../model/money.ts';
import type { ActState } from './act-state.ts';

/** How an act ends whose limit is reached, before another turn is asked for; null while something is left of all. */
export function limitReached({ totals }: ActState, { limits }: ActSettings): ActEnding | null {
  const { turns, nanoUsd, tokens } = limits;
  if (nanoUsd !== null && totals.nanoUsd >= nanoUsd)
    return ended('budget', `the budget of $${usdOf(nanoUsd).toFixed(2)} is used up ($${usdOf(totals.nanoUsd).toFixed(2)} spent)`);
  if (tokens !== null && totals.tokens >= tokens)
    return ended('budget', `the budget of ${tokens} tokens is used up (${totals.tokens} used)`);
  return totals.turns >= turns ? ended('exhausted', `the act had its ${turns} turns and is not finished`) : null;
}

const ended = (outcome: 'budget' | 'exhausted', message: string): ActEnding => ({
  status: 'failed',
  outcome,
  result: null,
  failure: { kind: 'budget', message },
});
