import type { Spent } from '../events/act-event.ts';

export const nothingSpent: Spent = { calls: 0, unpricedCalls: 0, nanoUsd: 0, tokens: 0 };

export const sumOfSpent = (one: Spent, other: Spent): Spent => ({
  calls: one.calls + other.calls,
  unpricedCalls: one.unpricedCalls + other.unpricedCalls,
  nanoUsd: one.nanoUsd + other.nanoUsd,
  tokens: one.tokens + other.tokens,
});
