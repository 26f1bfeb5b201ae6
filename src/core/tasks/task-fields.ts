import type { ScheduleFault } from '../schedule/schedule.ts';
import type { ScheduleFields } from '../schedule/schedule-fields.ts';
import type { CatchUp, Overlap } from './task.ts';

/** A task as a person writes it down, field by field. Absent = not given. */
export interface TaskFields extends ScheduleFields, LimitFields {
  readonly name: string;
  readonly description: string;
  /** A trigger in place of a schedule: calls of its webhook, or events of a name. */
  readonly webhook?: boolean | undefined;
  readonly event?: string | undefined;
  /** "5m": spreads the beginnings of many tasks. */
  readonly jitter?: string | undefined;
}

export interface LimitFields {
  readonly maxRuntime?: string | undefined;
  /** Dollars. */
  readonly budget?: string | undefined;
  readonly overlap?: Overlap | undefined;
  readonly catchUp?: CatchUp | undefined;
}

/** What is wrong with a field, and what to do: as of a schedule. */
export type TaskFault = ScheduleFault;
