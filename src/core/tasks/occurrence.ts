import { digestOf } from '../model/digest.ts';
import { runIdAlphabet } from '../model/names.ts';
import type { Payload } from './task.ts';

/** One due instance of a task: it has one run, however often it is begun. Its id is that of the run. */
export interface Occurrence {
  readonly run: string;
  readonly task: string;
  /** What it is the instance of; a task never has two of one key. */
  readonly key: string;
  readonly cause: Cause;
  readonly state: OccurrenceState;
  /** Counts its owners: what an earlier one says of it no longer counts. 0 = nobody has begun it. */
  readonly epoch: number;
  /** Whoever performs it is to end it. */
  readonly cancelAsked: boolean;
  /** Why it was passed over, ended or failed, for people; null = nothing to say. */
  readonly note: string | null;
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
}

export type Cause =
  /** `dueAtMs`: the instant of the schedule itself. `startAtMs`: when it may begin. */
  | { readonly kind: 'due'; readonly dueAtMs: number; readonly startAtMs: number }
  | { readonly kind: 'event'; readonly event: string; readonly payload: Payload }
  | { readonly kind: 'by_hand' };

/** `waiting`: for its turn. `asking`: its run waits for a person. `skipped`: it was passed over and has no run. The last four are final. */
export type OccurrenceState = 'waiting' | 'running' | 'asking' | 'succeeded' | 'failed' | 'cancelled' | 'skipped';

export const isOpen = ({ state }: Pick<Occurrence, 'state'>): boolean => state === 'waiting' || state === 'running' || state === 'asking';

/** One that is not stored yet. */
export interface NewOccurrence {
  readonly key: string;
  readonly cause: Cause;
  readonly state: 'waiting' | 'skipped';
  readonly note: string | null;
}

export const keyOf = {
  due: (dueAtMs: number): string => `due:${dueAtMs}`,
  event: (event: string): string => `event:${event}`,
  byHand: (id: string): string => `by-hand:${id}`,
} as const;

const runLetters = 8;

/** The id of its run: of task and key alone, so that whoever begins it anew finds what has begun. `attempt`: the next where another run has it. */
export function runOf(task: string, key: string, attempt: number): string {
  const digest = digestOf(`${task}\n${key}\n${attempt}`);
  let [rest, run] = [BigInt(`0x${digest}`), ''];
  const letters = BigInt(runIdAlphabet.length);
  while (run.length < runLetters) {
    run += runIdAlphabet[Number(rest % letters)];
    rest /= letters;
  }
  return run;
}

/** As it is stored first. */
export const storedAs = (task: string, { key, cause, state, note }: NewOccurrence, run: string, nowMs: number): Occurrence => ({
  run,
  task,
  key,
  cause,
  state,
  epoch: 0,
  cancelAsked: false,
  note,
  createdAtMs: nowMs,
  startedAtMs: null,
  endedAtMs: state === 'skipped' ? nowMs : null,
});
