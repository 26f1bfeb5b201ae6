import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';
import type { NewOccurrence, Occurrence } from '../core/tasks/occurrence.ts';
import type { OccurrenceUpdate } from '../core/tasks/occurrence-change.ts';
import type { Task } from '../core/tasks/task.ts';
import type { Owner } from './ownership.ts';

/**
 * Tasks and their occurrences. Failures: `io` (disk full, damaged), `refused` (written by a newer Pawl, opened for reading, or an owner that is
 * none any more). Contract: `testing/tasks-contract.ts`.
 */
export interface Tasks {
  /** All tasks by name, and their occurrences that are open, oldest first, of one moment. */
  read(): Promise<Result<TasksNow, Failure>>;
  /** Goes up with each change of anything here, by whomever; asking is cheap. */
  revision(): Promise<Result<number, Failure>>;
  /** Writes a task with what follows from it: whole, or, with the reason, not at all. An occurrence whose key the task has had is not created again. */
  apply(change: TaskChange): Promise<Result<TaskApplied, Failure>>;
  /** Removes a task with its occurrences. `false`: there is none of that id. */
  remove(task: string): Promise<Result<boolean, Failure>>;
  /** Its occurrences, newest first, at most so many. */
  history(task: string, most: number): Promise<Result<readonly Occurrence[], Failure>>;
  /** The one of that key, or null. */
  find(task: string, key: string): Promise<Result<Occurrence | null, Failure>>;
  /**
   * Becomes its only owner, until it is released or this process dies: then the kernel lets another one have it. `null`: somebody else has it, or
   * it is over.
   */
  claim(run: string, owner: Owner, atMs: number): Promise<Result<OccurrenceClaim | null, Failure>>;
  /** Whether nobody owns it, without taking it. */
  isFree(run: string): Promise<Result<boolean, Failure>>;
  /** Its owner of this epoch says how it stands; refused where that is not its owner any more. */
  update(run: string, epoch: number, update: OccurrenceUpdate): Promise<Result<Occurrence, Failure>>;
  /** Gives one that has not begun, and whose run's id another run has, the next id. Its owner of this epoch asks for it. */
  rename(run: string, epoch: number): Promise<Result<Occurrence, Failure>>;
  close(): Promise<void>;
}

export interface TasksNow {
  readonly tasks: readonly Task[];
  readonly open: readonly Occurrence[];
  /** Of each task, the newest of its occurrences that are over, if there are any. */
  readonly over: readonly Occurrence[];
  readonly revision: number;
}

export interface TaskChange {
  /** As it is to be; its revision is one above that of the state that this is based on, 1 = it is new. */
  readonly task: Task;
  readonly create: readonly NewOccurrence[];
  /** Open ones that are asked to end. */
  readonly cancel: readonly { readonly run: string; readonly note: string }[];
  readonly atMs: number;
}

/** `moved`: somebody has changed it since, or removed it. The others: another task has that name, or that description. */
export type TaskApplied =
  | { readonly applied: true; readonly created: readonly Occurrence[] }
  | { readonly applied: false; readonly why: 'moved' | 'name' | 'description' };

export interface OccurrenceClaim {
  /** As it stands with its new owner. */
  readonly occurrence: Occurrence;
  release(): Promise<void>;
}
