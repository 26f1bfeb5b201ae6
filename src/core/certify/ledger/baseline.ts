import type { LedgerEntry } from './ledger-entry.ts';
import type { Measure } from './spend.ts';

/**
 * What an occurrence takes when the agent does it: the median of the planned runs; null = there was none, or nobody knows. Once code replays, the agent is
 * left with what is outside its envelope, which may well be the hard part: so it is never more than the median before the first replay.
 */
export function baselineOf(entries: readonly LedgerEntry[], measure: Measure): number | null {
  const all = plannedMedian(entries, measure);
  const first = entries.findIndex(({ delivered }) => delivered === 'replay');
  const before = entries.slice(0, Math.max(0, first));
  if (all === null || !before.some(({ delivered }) => delivered === 'planned')) return all;
  const early = plannedMedian(before, measure);
  return early === null ? null : Math.min(all, early);
}

const plannedMedian = (entries: readonly LedgerEntry[], measure: Measure): number | null =>
  medianOf(entries.filter(({ delivered }) => delivered === 'planned').map(({ spent }) => (spent.planned ? spent.planned[measure] : 0)));

/** Of an even number the lower one of the two in the middle, and what is unknown counts as least: a baseline too high would flatter. */
export function medianOf(amounts: readonly (number | null)[]): number | null {
  const sorted = [...amounts].sort((one, other) => (one ?? -1) - (other ?? -1));
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null;
}
