import { type Deciding, titleText } from '../edits/deciding.ts';
import type { EntryStatus, GuidanceEntry } from '../entries/library-entry.ts';

/** One thing before a set, as that left it, and now. */
export interface Course<T> {
  readonly was: T | null;
  readonly left: T;
  readonly now: T;
}

/** Says that something was changed after the set that is to be undone. */
export function changedSince(deciding: Deciding, what: string): void {
  deciding.fault(
    'library/changed-since',
    `${what} was changed since`,
    'pawl library history  shows by which sets; undo those first, the latest one first',
  );
}

export const guidanceWords = ({ title, id }: GuidanceEntry): string => `the guidance ${titleText(title)} (${id})`;

/** Why something is stale since a set, and was not before. */
export function reasonsSince(was: EntryStatus, left: EntryStatus): readonly string[] {
  if (left.kind !== 'stale') return [];
  return left.reasons.filter((reason) => was.kind !== 'stale' || !was.reasons.includes(reason));
}
