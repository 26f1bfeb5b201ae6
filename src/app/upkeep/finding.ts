import type { Failure } from '../../core/model/failure.ts';

/** One thing that `pawl doctor` found. */
export interface Finding {
  readonly what: string;
  readonly state: 'good' | 'poor' | 'bad';
  readonly found: string;
  readonly hint?: string;
}

/** A failure as a finding. */
export const troubleOf = (what: string, state: Finding['state'], { message, hint }: Pick<Failure, 'message' | 'hint'>): Finding => ({
  what,
  state,
  found: message,
  ...(hint === undefined ? {} : { hint }),
});
