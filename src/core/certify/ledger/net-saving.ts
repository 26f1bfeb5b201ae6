import { type LedgerEntry, type Part, parts } from './ledger-entry.ts';
import { type Measure, sumOf } from './spend.ts';

/**
 * What an entry saved against the agent doing it all, in the measure's unit; less than 0 = it cost more; null = that cannot be said. Only a replay ever saves:
 * a planned run saves nothing, whatever it took, and what was spent beside it is a cost. A fallback or a canary counts at what it truly took, and where
 * that is less than the baseline it still is no saving. Never more than the baseline.
 */
export function savedBy({ delivered, spent }: LedgerEntry, baseline: number, measure: Measure): number | null {
  const of = (some: readonly Part[]) => sumOf(some.map((part) => (spent[part] ? spent[part][measure] : 0)));
  const delivering = of(deliveringParts[delivered]);
  const beside = of(parts.filter((part) => !deliveringParts[delivered].includes(part)));
  if (beside === null) return null;
  // What the agent's own runs took is what all else is held against.
  if (delivered === 'planned' || delivered === 'nothing') return 0 - beside;
  if (delivering === null) return null;
  const saved = baseline - delivering;
  return (delivered === 'replay' ? saved : Math.min(0, saved)) - beside;
}

/** What took the place of a planned run. All else came on top. */
const deliveringParts: Readonly<Record<LedgerEntry['delivered'], readonly Part[]>> = {
  planned: ['planned'],
  nothing: [],
  replay: ['replay'],
  fallback: ['planned', 'replay'],
  canary: ['replay', 'shadow'],
};
