import type { Comparison } from '../trial/comparison.ts';
import type { Candidate } from './candidate.ts';
import type { StandingChange } from './standing-change.ts';

/** One thing that happened to the standing of a task's function. `occurrence` is the key of one, `subject` the digest of whom it is about. */
export type StandingEvent = { readonly atMs: number } & (
  | { readonly type: 'occurrence.began'; readonly occurrence: string }
  /** A form was accepted: nothing is known against it yet. */
  | { readonly type: 'candidate.submitted'; readonly candidate: Candidate }
  /** `isClean`: no case was inconclusive, nothing was weak. `reasons`: codes with the cases that show them. */
  | {
      readonly type: 'gates.judged';
      readonly subject: string;
      readonly verdict: 'passed' | 'refused' | 'weak';
      readonly isClean: boolean;
      readonly reasons: readonly string[];
    }
  /** The agent delivered, and the code ran beside it. */
  | ({ readonly type: 'shadow.compared' } & Compared)
  /** The code delivered, and the agent ran beside it: to see whether it may go on, and later whether it still may. */
  | ({ readonly type: 'canary.compared' } & Compared)
  | ({ readonly type: 'audit.compared' } & Compared)
  /** The code delivered, and nobody looked: no evidence of whether that was right. */
  | { readonly type: 'delivered'; readonly subject: string; readonly occurrence: string }
  /** The code failed behind a read, and the agent took over. */
  | { readonly type: 'delivery.failed'; readonly subject: string; readonly occurrence: string; readonly message: string }
  /** The world failed before the code could read anything: that says nothing of the code. */
  | { readonly type: 'world.failed'; readonly subject: string; readonly occurrence: string; readonly message: string }
  /** It did what its contract rules out. */
  | { readonly type: 'contract.violated'; readonly subject: string; readonly occurrence: string; readonly why: string }
  /** A read was unlike all that was covered; the run stopped before its next write. */
  | { readonly type: 'read.suspect'; readonly subject: string; readonly occurrence: string; readonly why: string }
  | { readonly type: 'approval.signed'; readonly subject: string; readonly by: string }
  /** A function that it calls was suspended. */
  | { readonly type: 'dependency.suspended'; readonly function: string }
  /** Something that its subject is made of is another one now; `parts` says what, for people. */
  | { readonly type: 'subject.changed'; readonly parts: readonly string[] }
  | { readonly type: 'repair.began'; readonly occurrence: string }
  /** `proposed`: there is a new version, which is submitted like any other. */
  | { readonly type: 'repair.ended'; readonly occurrence: string; readonly outcome: 'proposed' | 'failed' }
  /** A person took the task from the function for good, or gives it another chance. */
  | { readonly type: 'person.revoked'; readonly by: string }
  | { readonly type: 'person.reopened'; readonly by: string }
  /** What `decideStanding` concluded. */
  | { readonly type: 'standing.changed'; readonly change: StandingChange }
);

interface Compared {
  readonly subject: string;
  readonly occurrence: string;
  readonly comparison: Comparison;
  /** Where they differ, for people; '' where they agree. */
  readonly why: string;
}
