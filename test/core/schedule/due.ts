import { nextTimes } from '../../../src/core/schedule/next-time.ts';
import { parseSchedule } from '../../../src/core/schedule/parse-schedule.ts';
import type { Schedule, ScheduleFault } from '../../../src/core/schedule/schedule.ts';
import type { ScheduleFields } from '../../../src/core/schedule/schedule-fields.ts';
import { okValue } from '../../../src/testing/ok-value.ts';

type Given = Partial<ScheduleFields>;

export const isos = (times: readonly number[]): string[] => times.map((atMs) => new Date(atMs).toISOString().replace('.000Z', 'Z'));

/** The schedule of these fields, written down at `now`; in UTC where they name no zone. */
export const parsed = (given: Given, now: string): Schedule => okValue(parseSchedule({ zone: 'UTC', ...given }, Date.parse(now)));

/** The next instants of a schedule that is written down at `now`. */
export const due = (given: Given, now: string, most: number): string[] => isos(nextTimes(parsed(given, now), Date.parse(now), most));

/** All that is wrong with these fields. */
export function fault(given: Given, now = '2026-12-01T00:00:00Z'): readonly ScheduleFault[] {
  const read = parseSchedule({ zone: 'UTC', ...given }, Date.parse(now));
  return read.ok ? [] : read.failure;
}
