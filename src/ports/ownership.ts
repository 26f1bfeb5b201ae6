import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/**
 * One owner of a workspace at a time: a lock that the kernel frees when its holder dies. That somebody else holds it is an answer;
 * a failure (`io`, `refused` for a reader) means that it could not be told. Contract: `testing/ownership-contract.ts`.
 */
export interface Ownership {
  acquire(claim: Owner): Promise<Result<Acquired, Failure>>;
  /** Who owns the workspace now, without taking it; null when nobody does. An owner that left no name has run ''. */
  holder(): Promise<Result<Owner | null, Failure>>;
}

/** `owner` is for the message only and may be out of date or absent. */
type Acquired = { readonly owned: true; release(): Promise<void> } | { readonly owned: false; readonly owner: Owner | null };

export interface Owner {
  /** The id of the run, or, for what is no run, its command: "pawl gc". */
  readonly run: string;
  readonly pid: number;
  readonly host: string;
}

/** The same of what is done once and for all. Contract: `testing/claims-contract.ts`. */
export interface Claim extends Ownership {
  /** It is done: what stood for it goes. */
  forget(): Promise<void>;
}
