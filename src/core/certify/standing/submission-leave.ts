import type { Standing } from './standing.ts';

/** Whether the gates may look at a candidate, or why they may not. `certified`: it has what it asks for; an edit voids that first. */
export type SubmissionLeave =
  | { readonly ok: true; readonly attempt: number }
  | { readonly ok: false; readonly why: 'revoked' | 'certified' };

/** `attempt`: which it would be in its lineage, from 1; each has to show more than the one before. */
export function submissionLeave({ level, attempts }: Standing, lineage: string): SubmissionLeave {
  if (level === 'revoked' || level === 'certified') return { ok: false, why: level };
  return { ok: true, attempt: (attempts.get(lineage) ?? 0) + 1 };
}
