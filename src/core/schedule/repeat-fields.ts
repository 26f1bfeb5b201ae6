import { fail, ok, type Result } from '../model/result.ts';
import type { MonthDay, ScheduleFault } from './schedule.ts';
import { timeOfDayOf } from './wall-time.ts';

type RepeatUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

const unitNames: Readonly<Record<RepeatUnit, RegExp>> = {
  minute: /^(m|min|minutes?|minutely)$/,
  hour: /^(h|hours?|hourly)$/,
  day: /^(d|days?|daily)$/,
  week: /^(w|weeks?|weekly)$/,
  month: /^(months?|monthly)$/,
  year: /^(y|years?|yearly)$/,
};

const longestInterval = 10_000;

/** "10m", "2 weeks", "daily": so many of a unit. */
export function intervalOf(every: string): Result<{ readonly interval: number; readonly unit: RepeatUnit }, ScheduleFault> {
  const [, digits, word = ''] = /^(\d+)?\s*([a-z]+)$/.exec(every.trim().toLowerCase()) ?? [];
  const unit = (Object.keys(unitNames) as RepeatUnit[]).find((each) => unitNames[each].test(word));
  if (unit === undefined)
    return fail(
      fault('every', `"${every}" says no interval`, 'minutely, hourly, daily, weekly, monthly, yearly; or as 10m, 2h, "3 days", "2 weeks"'),
    );
  const interval = Number(digits ?? 1);
  if (interval < 1 || interval > longestInterval)
    return fail(fault('every', `an interval is from 1 to ${longestInterval}, not ${interval}`, `for example 1${word}`));
  return ok({ interval, unit });
}

const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** "mon,wed", "mon-fri", "sat-sun": days of the week, Sunday 0. */
export function weekdaysOf(on: string): Result<readonly number[], ScheduleFault> {
  const days = new Set<number>();
  for (const part of on.toLowerCase().split(',')) {
    const ends = part.split('-').map((name) => weekdayNames.indexOf(name.trim().slice(0, 3)));
    const [from = -1, to = from] = ends;
    if (from < 0 || to < 0 || ends.length > 2)
      return fail(fault('on', `"${part.trim()}" is no day of the week`, 'mon, tue, wed, thu, fri, sat, sun, or a span as mon-fri'));
    for (let day = from; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === to) break;
    }
  }
  return ok([...days].sort());
}

/** "1,15,last": days of the month. */
export function monthDaysOf(on: string): Result<readonly MonthDay[], ScheduleFault> {
  const days: MonthDay[] = [];
  for (const part of on
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())) {
    const day = part === 'last' ? part : /^\d{1,2}$/.test(part) ? Number(part) : 0;
    if (day !== 'last' && (day < 1 || day > 31))
      return fail(fault('on', `"${part}" is no day of a month`, '1 to 31, or last; the second Thursday is --cron "0 9 * * thu#2"'));
    days.push(day);
  }
  return ok(days);
}

/** "09:00,17:30": seconds since midnight, ascending. */
export function timesOf(at: string): Result<readonly number[], ScheduleFault> {
  const times: number[] = [];
  for (const part of at.split(',')) {
    const seconds = timeOfDayOf(part);
    if (seconds === null) return fail(fault('at', `"${part.trim()}" is no time of day`, 'hours and minutes, as 09:00 or 09:00,17:30'));
    times.push(seconds);
  }
  return ok([...new Set(times)].sort((one, other) => one - other));
}

const fault = (field: string, message: string, hint: string): ScheduleFault => ({ field, message, hint });
