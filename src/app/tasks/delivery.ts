import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Occurrence } from '../../core/tasks/occurrence.ts';
import type { Task } from '../../core/tasks/task.ts';

/**
 * Who does what an occurrence is there for: the seam at which a certified function stands in for the agent. Whoever it is, it does it in the run
 * of the occurrence, which it takes up where that has begun.
 */
export type Delivery = (work: DeliveredWork) => Promise<Delivered>;

export interface DeliveredWork {
  /** A folder of the project. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly task: Task;
  readonly occurrence: Occurrence;
  /** Aborting it cancels the run. */
  readonly signal: AbortSignal;
  readonly onEvent: (stored: StoredEvent) => void;
}

export type Delivered =
  /** `behind` resolves when nothing of it goes on any more: its review. */
  | {
      readonly kind: 'ended';
      readonly status: 'succeeded' | 'failed' | 'cancelled';
      readonly note: string | null;
      readonly behind: Promise<void>;
    }
  /** It waits for a person. */
  | { readonly kind: 'asking'; readonly question: string }
  /** Nothing was begun, as somebody else is at work, or the disk is full: it may be tried again. */
  | { readonly kind: 'hindered'; readonly why: string }
  /** Nothing was begun, and never will be as things are. */
  | { readonly kind: 'refused'; readonly why: string }
  /** The id of its run belongs to another run. */
  | { readonly kind: 'taken' };
