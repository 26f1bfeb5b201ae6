import { isOpen, type NewOccurrence, type Occurrence } from './occurrence.ts';
import type { Overlap } from './task.ts';

/** As many of one task wait at most; a flood ends there, and is told so. */
export const mostWaiting = 100;

/** What an occurrence becomes that finds these open, and which of them are to end for it. */
export interface Admission {
  readonly state: NewOccurrence['state'];
  readonly note: string | null;
  readonly cancels: readonly { readonly run: string; readonly note: string }[];
  /** Whether it was turned away because too many wait. */
  readonly isFlooded: boolean;
}

/** `open`: of the same task. One that a person asks to end is on its way out and in nobody's way. */
export function admit(overlap: Overlap, occurrences: readonly Pick<Occurrence, 'run' | 'state' | 'cancelAsked'>[]): Admission {
  const open = occurrences.filter((each) => isOpen(each) && !each.cancelAsked);
  const [first] = open;
  const waits: Admission = { state: 'waiting', note: null, cancels: [], isFlooded: false };
  if (first === undefined) return waits;
  switch (overlap) {
    case 'skip':
      return { ...waits, state: 'skipped', note: `run ${busiest(open).run} was not over` };
    case 'queue': {
      const waiting = open.filter(({ state }) => state === 'waiting').length;
      if (waiting < mostWaiting) return waits;
      return { ...waits, state: 'skipped', note: `${waiting} wait already, and no more may`, isFlooded: true };
    }
    case 'cancel_old':
      return { ...waits, cancels: open.map(({ run }) => ({ run, note: 'a later one was due' })) };
  }
}

const busiest = <T extends Pick<Occurrence, 'state'>>(open: readonly T[]): T =>
  open.find(({ state }) => state !== 'waiting') ?? (open[0] as T);
