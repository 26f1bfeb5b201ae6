import type { WeakEvidence } from './gate-refusal.ts';

/** Of mutants that anything tells from the candidate, so many percent have to be told by recordings and answers. */
const leastPercent = 80;

/** Whether too few mutants were killed by what was seen for it to be called evidence; null = enough, or there was none to kill. */
export function weakScore(killed: number, of: number): WeakEvidence | null {
  return killed * 100 < of * leastPercent ? { why: 'mutation_score', killed, of } : null;
}
