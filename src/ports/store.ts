import type { Blobs } from './blobs.ts';
import type { Inbox } from './inbox.ts';
import type { Journal } from './journal.ts';
import type { Claim, Ownership } from './ownership.ts';

/** What keeps runs: the four stores of one state folder, opened and closed together. */
export interface Store {
  readonly journal: Journal;
  readonly blobs: Blobs;
  readonly inbox: Inbox;
  readonly ownership: Ownership;
  /** Who does what is left to do for a run whose workspace is free again: its review. */
  readonly reviews: (run: string) => Claim;
  /** What a person should know of how it was found: sentences. */
  readonly remarks?: readonly string[];
  /** Lets go of everything, a held ownership too. May be called twice. */
  close(): Promise<void>;
}
