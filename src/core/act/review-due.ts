import type { ActEnding, ActIntent, ActSettings, ActTotals, Spent, StorageEnd } from '../events/act-event.ts';
import type { ActRunEvent } from '../events/run-event.ts';
import type { ActState } from './act-state.ts';
import { nothingSpent, sumOfSpent } from './spent.ts';

/** How a review is called where people watch. */
const reviewLabel = 'Storing reusable skills';
/** And a pass that the model itself asked for. */
export const proactiveLabel = 'Proactive skill storage';

type Due = Pick<Extract<ActIntent, { type: 'review.requested' }>, 'label' | 'instructions'>;

/**
 * The review that is due when an act has ended; null = none. A failure teaches as much as a success, and somebody who stops an act may say why;
 * who cancels it wants it gone. What a task asks for holds where the act succeeded and was not stopped.
 */
export function reviewDue({ role, canStore, reviewContext }: ActSettings, ending: ActEnding, { turns }: ActTotals): Due | null {
  if (role === 'librarian' || ending.outcome === 'cancelled') return null;
  const context = ending.outcome === 'completed' ? reviewContext : undefined;
  if (context !== undefined) return { label: context.label ?? reviewLabel, instructions: context.instructions };
  // A stored function that ran by itself: no model did anything that could be learned from.
  return canStore && turns > 0 ? { label: reviewLabel, instructions: null } : null;
}

/**
 * The end of an act that has its ending: its result holds from here on. `reviewer`: the run of whoever reviews it, null where nobody can; `op` is of
 * the review.
 */
export function finishing(state: ActState, op: number, reviewer: string | null): ActRunEvent[] {
  const { settings, ending, totals } = state;
  if (settings === null || ending === null) throw new Error('an act that has no ending cannot be finished');
  const finished = { type: 'act.finished', ending, totals: withStorage(totals, state.storageSpent) } as const;
  const due = reviewDue(settings, ending, totals);
  if (due === null) return [finished];
  const requested = { type: 'review.requested', op, reviewer, ...due } as const;
  if (reviewer === null) return [requested, { type: 'review.ended', op, ...skipped }, finished];
  return [{ type: 'phase.entered', phase: 'review', label: due.label }, requested, { ...finished, review: reviewer }];
}

const skipped: StorageEnd = { outcome: 'skipped', summary: '', set: null, changes: [], spent: nothingSpent };

/** `totals` with what librarians took. */
const withStorage = (totals: ActTotals, spent: Spent): ActTotals => ({ ...totals, ...sumOfSpent(totals, spent) });
