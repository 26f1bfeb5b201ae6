import { baselineOf, medianOf } from './baseline.ts';
import { type BreakEven, breakEvenOf } from './break-even.ts';
import { type LedgerEntry, type Part, parts } from './ledger-entry.ts';
import { savedBy } from './net-saving.ts';
import { type Measure, measures, type Spend, sumOfSpends } from './spend.ts';

/** What a task cost and saved: the fold of its entries. */
export interface TaskLedger {
  /** How many were delivered in which way. */
  readonly deliveries: { readonly [how in LedgerEntry['delivered']]: number };
  readonly byPart: { readonly [part in Part]: Spend };
  readonly total: Spend;
  /** By measure; null = no claim: nothing was planned, or something that counts has no known price. */
  readonly claims: { readonly [measure in Measure]: Claim | null };
}

export interface Claim {
  /** What a run of the agent takes. */
  readonly baseline: number;
  /** Against the agent doing everything; less than 0 = it has cost more so far. Never more than the baseline for each replay. */
  readonly netSaving: number;
  readonly breakEven: BreakEven;
}

/** The ledger of these entries, oldest first. */
export function taskLedger(entries: readonly LedgerEntry[]): TaskLedger {
  const counted = (how: LedgerEntry['delivered']) => entries.filter(({ delivered }) => delivered === how).length;
  const spentOn = (part: Part) => sumOfSpends(entries.flatMap(({ spent }) => spent[part] ?? []));
  return {
    deliveries: {
      planned: counted('planned'),
      replay: counted('replay'),
      canary: counted('canary'),
      fallback: counted('fallback'),
      nothing: counted('nothing'),
    },
    byPart: Object.fromEntries(parts.map((part) => [part, spentOn(part)])) as TaskLedger['byPart'],
    total: sumOfSpends(entries.flatMap(({ spent }) => Object.values(spent))),
    claims: Object.fromEntries(measures.map((measure) => [measure, claimOf(entries, measure)])) as TaskLedger['claims'],
  };
}

function claimOf(entries: readonly LedgerEntry[], measure: Measure): Claim | null {
  const baseline = baselineOf(entries, measure);
  if (baseline === null) return null;
  const saved: number[] = [];
  const byReplays: number[] = [];
  for (const entry of entries) {
    const each = savedBy(entry, baseline, measure);
    if (each === null) return null;
    saved.push(each);
    if (entry.delivered === 'replay') byReplays.push(each);
  }
  return { baseline, netSaving: saved.reduce((sum, each) => sum + each, 0), breakEven: breakEvenOf(saved, medianOf(byReplays)) };
}
