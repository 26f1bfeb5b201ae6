import { type NanoUsd, usdOf } from '../../core/model/money.ts';
import type { Cost } from '../../core/views/cost.ts';

/** The name of the runner that answers as a recording has it. */
const isReplay = (runner: string | undefined): boolean => runner === 'replay';

/** Two places; what is less than they can say is said to be less, and is never a zero. */
const dollarsText = (nanoUsd: NanoUsd): string => (nanoUsd > 0 && usdOf(nanoUsd) < 0.005 ? '<$0.01' : `$${usdOf(nanoUsd).toFixed(2)}`);

const isUnpriced = ({ calls, unpricedCalls, nanoUsd }: Cost): boolean => calls > 0 && unpricedCalls === calls && nanoUsd === 0;

/** What a part of a run cost, for a column of numbers; '' where no model was asked. */
export function costText(cost: Cost): string {
  if (cost.calls === 0) return '';
  if (isUnpriced(cost)) return 'unpriced';
  return `${dollarsText(cost.nanoUsd)}${cost.unpricedCalls > 0 ? ` +${cost.unpricedCalls} unpriced` : ''}`;
}

/** What a run cost, as a person reads it. What nobody priced is said, and is never a zero; what was replayed was not spent. */
export function moneyText(cost: Cost, runner: string | undefined, budgetUsd: number | null = null): string {
  if (isUnpriced(cost)) return 'unpriced';
  const limit = budgetUsd === null ? '' : ` of $${budgetUsd.toFixed(2)}`;
  const unpriced = cost.unpricedCalls > 0 ? ` and ${cost.unpricedCalls} unpriced` : '';
  return `${dollarsText(cost.nanoUsd)}${limit}${unpriced}${isReplay(runner) ? ' replayed, not spent' : ''}`;
}
