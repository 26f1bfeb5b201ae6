import type { Approval } from '../certificate/approval.ts';
import { type Cusum, steady } from '../trial/cusum.ts';
import { type SequentialTest, untested } from '../trial/sequential-test.ts';
import type { TrialStep } from '../trial/trial-trace.ts';
import type { Candidate } from './candidate.ts';
import type { Level, SuspensionGround } from './standing-change.ts';

/** How a task's function stands: the fold of what happened to it. */
export interface Standing {
  readonly level: Level;
  readonly candidate: Candidate | null;
  /** How many were submitted, by lineage. */
  readonly attempts: ReadonlyMap<string, number>;
  /** Of this candidate; null = they have not judged. */
  readonly gates: {
    readonly verdict: 'passed' | 'refused' | 'weak';
    readonly isClean: boolean;
    readonly reasons: readonly string[];
  } | null;
  /** The gates or the trial refused this candidate: nothing can come of it any more. */
  readonly isRefused: boolean;
  readonly trial: SequentialTest;
  /** The comparisons that the trial is made of. */
  readonly steps: readonly TrialStep[];
  /** Watched from the first delivery on. */
  readonly cusum: Cusum;
  /** Keys of the occurrences of its clean canaries. */
  readonly canaries: readonly string[];
  /** Signed by persons, for whatever subject. */
  readonly approvals: readonly Approval[];
  /** A reason to suspend that no change has answered yet. */
  readonly ground: SuspensionGround | null;
  /** How many occurrences of the task there were since it was added. */
  readonly occurrences: number;
  /** The numbers of those in which it was suspended for how it did. */
  readonly suspendedIn: readonly number[];
  /** In a row, since it was certified last. */
  readonly failedRepairs: number;
  readonly repairs: readonly { readonly occurrence: string; readonly atMs: number }[];
  /** Failures of the world in a row, with the time of the last; null = the last try got through. */
  readonly breaker: { readonly failures: number; readonly lastAtMs: number } | null;
  /** Behind the last comparison: the same one told again (after a crash) counts once. */
  readonly lastCompared: string | null;
}

export const unproven: Standing = {
  level: 'none',
  candidate: null,
  attempts: new Map(),
  gates: null,
  isRefused: false,
  trial: untested,
  steps: [],
  cusum: steady,
  canaries: [],
  approvals: [],
  ground: null,
  occurrences: 0,
  suspendedIn: [],
  failedRepairs: 0,
  repairs: [],
  breaker: null,
  lastCompared: null,
};

/** Which attempt of its lineage the candidate is, from 1. */
export const attemptOf = ({ candidate, attempts }: Standing): number =>
  candidate === null ? 1 : (attempts.get(candidate.lineage) as number);

/** Whether it delivers, now and then or always. */
export const isDelivering = ({ level }: Pick<Standing, 'level'>): boolean => level === 'canary' || level === 'certified';

/** Whether something is to be lost: from the shadow on. */
export const isOnTrial = (standing: Pick<Standing, 'level'>): boolean => standing.level === 'shadow' || isDelivering(standing);
