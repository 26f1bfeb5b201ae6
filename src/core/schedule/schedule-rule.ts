import { fail, ok, type Result } from '../model/result.ts';
import { cronLineOf } from './cron-line.ts';
import { intervalOf, monthDaysOf, timesOf, weekdaysOf } from './repeat-fields.ts';
import type { CalendarRule, ScheduleFault, ScheduleRule } from './schedule.ts';
import type { ScheduleFields } from './schedule-fields.ts';
import { dayInMonth, dayMs, dayOf, type WallMs } from './wall-time.ts';

/** The rule that the fields say, or all that is wrong with them. `start`: what days and times go by where none are named. */
export function ruleOf(fields: ScheduleFields, start: WallMs): Result<ScheduleRule, readonly ScheduleFault[]> {
  const { cron, every, on, at } = fields;
  if (cron !== undefined) {
    const line = cronLineOf(cron);
    const alien = (['every', 'on', 'at'] as const).filter((field) => fields[field] !== undefined);
    const faults = alien.map((field) => fault(field, `a line of cron and --${field} are two schedules`, 'say it in one of the two ways'));
    if (!line.ok) faults.push(line.failure);
    return faults.length > 0 ? fail(faults) : ok({ kind: 'cron', line: cron.trim() });
  }
  if (every === undefined) {
    const alien = (['on', 'at'] as const).filter((field) => fields[field] !== undefined);
    const faults = alien.map((field) => fault(field, `--${field} says nothing without --every`, 'add for example --every day'));
    return faults.length > 0 ? fail(faults) : ok({ kind: 'once' });
  }
  const interval = intervalOf(every);
  if (!interval.ok) return fail([interval.failure]);
  const { unit } = interval.value;
  if (unit === 'minute' || unit === 'hour') {
    const alien = (['on', 'at'] as const).filter((field) => fields[field] !== undefined);
    const hint = 'name --start for the first one, or use --cron';
    if (alien.length > 0) return fail(alien.map((field) => fault(field, `--${field} does not go with an interval of ${unit}s`, hint)));
    return ok({ kind: 'grid', stepMs: interval.value.interval * (unit === 'minute' ? 60_000 : 3_600_000) });
  }
  const days = daysOf(unit, on, start);
  const times = at === undefined ? ok([Math.floor((start - dayOf(start) * dayMs) / 1000)]) : timesOf(at);
  if (days.ok && times.ok) return ok({ kind: 'calendar', days: days.value, interval: interval.value.interval, times: times.value });
  return fail([...(days.ok ? [] : [days.failure]), ...(times.ok ? [] : [times.failure])]);
}

function daysOf(unit: CalendarRule['days']['unit'], on: string | undefined, start: WallMs): Result<CalendarRule['days'], ScheduleFault> {
  const day = dayOf(start);
  switch (unit) {
    case 'day':
    case 'year':
      if (on === undefined) return ok({ unit });
      return fail(fault('on', `--on does not go with an interval of ${unit}s`, 'name days with --every week or --every month'));
    case 'week': {
      // 1970-01-01 was a Thursday.
      const weekdays = on === undefined ? ok([(((day + 4) % 7) + 7) % 7]) : weekdaysOf(on);
      return weekdays.ok ? ok({ unit, weekdays: weekdays.value }) : weekdays;
    }
    case 'month': {
      const monthDays = on === undefined ? ok([dayInMonth(day)]) : monthDaysOf(on);
      return monthDays.ok ? ok({ unit, monthDays: monthDays.value }) : monthDays;
    }
  }
}

const fault = (field: string, message: string, hint: string): ScheduleFault => ({ field, message, hint });
