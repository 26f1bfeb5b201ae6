/**
 * What came of holding a run of the code beside a run of the agent on the same occurrence. `inconclusive`: it cannot be said (the agent crashed, or
 * something was read that nobody could answer); it is no evidence either way.
 */
export const comparisons = ['agrees', 'differs', 'inconclusive'] as const;
export type Comparison = (typeof comparisons)[number];
