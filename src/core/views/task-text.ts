import { scheduleNotices, scheduleText } from '../schedule/schedule-text.ts';
import { wallText } from '../schedule/wall-time.ts';
import { wallAt } from '../schedule/zone.ts';
import type { Cause, OccurrenceState } from '../tasks/occurrence.ts';
import type { Task, TaskState } from '../tasks/task.ts';

/** When a task is due, in a few words. */
export function whenText({ when }: Pick<Task, 'when'>): string {
  switch (when.kind) {
    case 'schedule':
      return scheduleText(when.schedule);
    case 'webhook':
      return 'when its webhook is called';
    case 'event':
      return `on the event ${when.event}`;
  }
}

/** What a person may not expect of it. */
export const taskNotices = ({ when }: Pick<Task, 'when'>, nowMs: number): readonly string[] =>
  when.kind === 'schedule' ? scheduleNotices(when.schedule, nowMs) : [];

/** An instant on the clock of a zone: "2026-12-24 09:00:00". */
export const zonedText = (zone: string, atMs: number): string => wallText(wallAt(zone, atMs)).replace('T', ' ').padEnd(19, ':00');

/** A task's state in words, with what a person can do about it. */
export function taskStateText(state: TaskState): string {
  switch (state) {
    case 'scheduled':
    case 'triggerable':
    case 'active':
    case 'completed':
    case 'cancelled':
    case 'failed':
      return state;
    case 'paused':
      return 'paused (pawl task enable)';
  }
}

export function occurrenceStateText(state: OccurrenceState): string {
  return state === 'asking' ? 'waits for you (pawl approve)' : state;
}

export function causeText(cause: Cause): string {
  switch (cause.kind) {
    case 'due':
      return `due ${new Date(cause.dueAtMs).toISOString().replace('.000Z', 'Z')}`;
    case 'event':
      return `event ${cause.event}`;
    case 'by_hand':
      return 'by hand';
  }
}
