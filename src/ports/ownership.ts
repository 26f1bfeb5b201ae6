/** One owner of a workspace at a time: a lock that the kernel frees when its holder dies. Contract: `testing/ownership-contract.ts`. */
export interface Ownership {
  /** `owner` is for the message only and may be out of date or absent. */
  acquire(claim: Owner): Promise<{ readonly ok: true; release(): Promise<void> } | { readonly ok: false; readonly owner: Owner | null }>;
  /** Who owns the workspace now, without taking it; null when nobody does. An owner that left no name has run ''. */
  holder(): Promise<Owner | null>;
}

export interface Owner {
  readonly run: string;
  readonly pid: number;
  readonly host: string;
}
