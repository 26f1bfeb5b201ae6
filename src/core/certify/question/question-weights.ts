import type { Weights } from './choice.ts';

/** Round numbers: twice or half of any of them changes little, so none is fitted. */
export const questionWeights: Weights = { mutants: 1, shown: 1, again: 0.3, crash: 0.5 };
