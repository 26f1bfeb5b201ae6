import type { EntryStatus } from './library-entry.ts';

/** With one more reason to be stale. What is archived stays so: it is offered to nobody. */
export function staled(status: EntryStatus, reason: string): EntryStatus {
  switch (status.kind) {
    case 'active':
      return { kind: 'stale', reasons: [reason] };
    case 'stale':
      return status.reasons.includes(reason) ? status : { kind: 'stale', reasons: [...status.reasons, reason] };
    case 'archived':
      return status;
  }
}

/** Without this reason. */
export function renewed(status: EntryStatus, reason: string): EntryStatus {
  if (status.kind !== 'stale') return status;
  const reasons = status.reasons.filter((each) => each !== reason);
  return reasons.length === 0 ? { kind: 'active' } : { kind: 'stale', reasons };
}
