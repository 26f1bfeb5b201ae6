import type { Json } from '../model/json.ts';
import type { NanoUsd } from '../model/money.ts';
import type { Schedule } from '../schedule/schedule.ts';

/** What is to be done again and again, or when something happens: checked. Times are milliseconds since 1970. */
export interface Task {
  readonly id: string;
  /** No two tasks have the same name, nor the same description. */
  readonly name: string;
  /** What the agent is asked to do. */
  readonly description: string;
  readonly when: TaskWhen;
  /** false: paused by a person; nothing is due, and what falls due meanwhile is never caught up. */
  readonly enabled: boolean;
  /** The stored function that is to do it once it has a certificate; null = none. */
  readonly entrypoint: TaskEntrypoint | null;
  /** `live`: the agent at hand does it. `offline`: its entrypoint, with no agent; only with a valid certificate. */
  readonly delivery: 'live' | 'offline';
  readonly limits: TaskLimits;
  readonly agent: TaskAgent;
  readonly createdAtMs: number;
  /** Instants up to here have been decided, for good: they are never decided again, whatever the clock says then. */
  readonly decidedUntilMs: number;
  /** How it ended; null = it has not. */
  readonly ended: 'completed' | 'cancelled' | 'failed' | null;
  /** Counts its changes: one that is based on an older state is not applied. */
  readonly revision: number;
}

/** `name`: as it was called then; its id tells it from a later function of that name. */
export interface TaskEntrypoint {
  readonly id: string;
  readonly name: string;
}

export type TaskWhen =
  /** `jitterMs`: it begins later than it is due by a time below this one that is its own, so that many tasks do not begin at once. */
  | { readonly kind: 'schedule'; readonly schedule: Schedule; readonly jitterMs: number }
  /** `tokenDigest`: sha256 of what a caller must send. */
  | { readonly kind: 'webhook'; readonly tokenDigest: string }
  | { readonly kind: 'event'; readonly event: string };

export interface TaskLimits {
  /** For each occurrence. */
  readonly maxRuntimeMs: number;
  readonly budgetNanoUsd: NanoUsd;
  /** What becomes of one that is due while an earlier one of the same task is open. */
  readonly overlap: Overlap;
  /** What becomes of those that fell due while nobody served. */
  readonly catchUp: CatchUp;
}

/** Whom it asks. `script`: the file of replies of a scripted model. null = what an act asks by itself. */
interface TaskAgent {
  readonly model: string | null;
  readonly script: string | null;
  readonly weakSandbox: boolean;
}

const overlaps = ['skip', 'queue', 'cancel_old'] as const;
export type Overlap = (typeof overlaps)[number];

const catchUps = ['none', 'latest', 'all'] as const;
export type CatchUp = (typeof catchUps)[number];

export type TaskState = 'scheduled' | 'triggerable' | 'active' | 'completed' | 'cancelled' | 'failed' | 'paused';

/** How a task stands. `isActive`: one of its occurrences is at work, or waits for a person. */
export function stateOf({ ended, enabled, when }: Task, isActive: boolean): TaskState {
  if (ended !== null) return ended;
  if (isActive) return 'active';
  if (!enabled) return 'paused';
  return when.kind === 'schedule' ? 'scheduled' : 'triggerable';
}

/** What came with an event, to be given to the agent as data. */
export type Payload = Json;
