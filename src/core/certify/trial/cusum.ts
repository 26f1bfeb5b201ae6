import type { Comparison } from './comparison.ts';

/** Code that was certified agrees this often; when it has fallen to the other rate, that is to be noticed soon. */
const [healthyRate, fallenRate] = [0.99, 0.7] as const;

/**
 * ln 100. Over 3 000 simulated series: 1 550 healthy comparisons to a false alarm on average; a fall to 0.7 is noticed after 7 (the half of them
 * within 6); where nothing agrees any more, after 2.
 */
const alarmAt = Math.log(100);

/** −0.3466 and +3.4012. */
const agreementWeight = Math.log(fallenRate / healthyRate);
const disagreementWeight = Math.log((1 - fallenRate) / (1 - healthyRate));

/** How much speaks for a fall by now (a natural logarithm, never below 0): disagreements raise it, agreements wear it off (Page's CUSUM). */
export type Cusum = number;

export const steady: Cusum = 0;

/** With one more comparison. */
export function watched(sum: Cusum, comparison: Comparison): Cusum {
  switch (comparison) {
    case 'agrees':
      return Math.max(0, sum + agreementWeight);
    case 'differs':
      return sum + disagreementWeight;
    case 'inconclusive':
      return sum;
  }
}

/** Whether it has fallen: two disagreements within eight comparisons are enough. */
export const isFallen = (sum: Cusum): boolean => sum >= alarmAt;
