import { nextOfCalendar } from './calendar-times.ts';
import { cronLineOf } from './cron-line.ts';
import { nextOfCron, nextOnTheWall } from './cron-times.ts';
import type { Schedule } from './schedule.ts';
import { wallAt } from './zone.ts';

/** The first instant after `afterMs` at which the schedule is due; null = never again. The same question has the same answer, whenever it is asked. */
export function nextTime(schedule: Schedule, afterMs: number): number | null {
  const next = unbounded(schedule, Math.max(afterMs, schedule.startAtMs - 1));
  return next === null || (schedule.lastAtMs !== null && next > schedule.lastAtMs) ? null : next;
}

function unbounded({ rule, zone, startAtMs }: Schedule, afterMs: number): number | null {
  switch (rule.kind) {
    case 'once':
      return afterMs < startAtMs ? startAtMs : null;
    case 'grid':
      return startAtMs + (Math.floor((afterMs - startAtMs) / rule.stepMs) + 1) * rule.stepMs;
    case 'cron': {
      const line = cronLineOf(rule.line);
      return line.ok ? nextOfCron(line.value, zone, afterMs) : null;
    }
    case 'calendar': {
      const start = wallAt(zone, startAtMs);
      return nextOnTheWall((wall) => nextOfCalendar(rule, start, wall), zone, afterMs);
    }
  }
}

/** The next instants after `afterMs`, at most so many. */
export function nextTimes(schedule: Schedule, afterMs: number, most: number): readonly number[] {
  const times: number[] = [];
  for (let at = nextTime(schedule, afterMs); at !== null && times.length < most; at = nextTime(schedule, at)) times.push(at);
  return times;
}

/**
 * The last instants after `afterMs` and up to `untilMs`, at most so many, and the first of all of them. A span of years of a schedule of every
 * second is not gone through: it is looked at from its end, in spans that double.
 */
export function latestTimes(schedule: Schedule, afterMs: number, untilMs: number, most: number): readonly number[] {
  for (let spanMs = 60_000; ; spanMs *= 2) {
    const fromMs = Math.max(afterMs, untilMs - spanMs);
    const times: number[] = [];
    for (let at = nextTime(schedule, fromMs); at !== null && at <= untilMs; at = nextTime(schedule, at)) times.push(at);
    if (times.length >= most || fromMs === afterMs) return times.slice(-most);
  }
}
