import type { Usage } from './event-parts.ts';

/** How many of the requests that a usage is of nobody priced: what they cost is in no sum of money. */
export const unpricedIn = ({ nanoUsd, unpricedCalls }: Pick<Usage, 'nanoUsd' | 'unpricedCalls'>): number =>
  unpricedCalls ?? (nanoUsd === null ? 1 : 0);
