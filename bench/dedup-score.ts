import { type DedupVerdict, dedupVerdicts } from '../src/core/library/dedup/softmax.ts';

export interface Score {
  readonly macroF1: number;
  readonly verdicts: Readonly<Record<DedupVerdict, { readonly precision: number; readonly recall: number; readonly f1: number }>>;
}

/** How well verdicts fit labels. A verdict that is never given has a precision of 0. */
export function scoreOf(given: readonly { readonly verdict: DedupVerdict; readonly label: DedupVerdict }[]): Score {
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  const one = (of: DedupVerdict): Score['verdicts'][DedupVerdict] => {
    const right = given.filter(({ verdict, label }) => verdict === of && label === of).length;
    const precision = share(right, given.filter(({ verdict }) => verdict === of).length);
    const recall = share(right, given.filter(({ label }) => label === of).length);
    return { precision, recall, f1: share(2 * precision * recall, precision + recall) };
  };
  const verdicts = { duplicate: one('duplicate'), generalise: one('generalise'), distinct: one('distinct') };
  return { verdicts, macroF1: dedupVerdicts.reduce((all, each) => all + verdicts[each].f1, 0) / dedupVerdicts.length };
}
