import type { LedgerEntry } from './ledger-entry.ts';
import type { Measure } from './spend.ts';

/** What an occurrence takes when the agent does it: the median of the planned runs; null = there was none, or nobody knows. */
export function baselineOf(entries: readonly LedgerEntry[], measure: Measure): number | null {
  const planned = entries
    .filter(({ delivered }) => delivered === 'planned')
    .map(({ spent }) => (spent.planned ? spent.planned[measure] : 0));
  return medianOf(planned);
}

/** Of an even number the lower one of the two in the middle, and what is unknown counts as least: a baseline too high would flatter. */
export function medianOf(amounts: readonly (number | null)[]): number | null {
  const sorted = [...amounts].sort((one, other) => (one ?? -1) - (other ?? -1));
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null;
}
