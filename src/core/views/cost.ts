import type { Usage } from '../events/event-parts.ts';
import { unpricedIn } from '../events/unpriced.ts';
import type { NanoUsd } from '../model/money.ts';

/** What was asked of models and what that cost; `unpricedCalls` of the calls are not in the money, as nobody told a price. */
export interface Cost {
  readonly calls: number;
  readonly unpricedCalls: number;
  readonly nanoUsd: NanoUsd;
  readonly tokens: number;
}

export const noCost: Cost = { calls: 0, unpricedCalls: 0, nanoUsd: 0, tokens: 0 };

export const costOfCall = (usage: Usage): Cost => ({
  calls: 1,
  unpricedCalls: unpricedIn(usage),
  nanoUsd: usage.nanoUsd ?? 0,
  tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
});

export const sumOfCosts = (one: Cost, other: Cost): Cost => ({
  calls: one.calls + other.calls,
  unpricedCalls: one.unpricedCalls + other.unpricedCalls,
  nanoUsd: one.nanoUsd + other.nanoUsd,
  tokens: one.tokens + other.tokens,
});

/** The part of a run's totals that is its cost. */
export const costOfTotals = ({ calls, unpricedCalls, nanoUsd, tokens }: Cost): Cost => ({ calls, unpricedCalls, nanoUsd, tokens });
