import type { RunResult } from '../../app/run/run-options.ts';

/** 0 done; 1 the work failed; 3 stuck, exhausted or out of budget where `strict`; 4 waiting for a person; 130 cancelled. */
export function exitCodeOfRun({ status, outcome }: RunResult, strict: boolean): number {
  switch (status) {
    case 'waiting':
      return 4;
    case 'cancelled':
      return 130;
    case 'failed':
      return strict && (outcome === 'stuck' || outcome === 'exhausted' || outcome === 'budget') ? 3 : 1;
    case 'succeeded':
      return strict && (outcome === 'stuck' || outcome === 'exhausted' || outcome === 'budget') ? 3 : 0;
  }
}
