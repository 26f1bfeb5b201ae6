import { cronLineOf } from './cron-line.ts';
import { nextTimes } from './next-time.ts';
import type { CalendarRule, Schedule } from './schedule.ts';
import { dayInMonth, dayMs, dayOf, monthOf, wallText } from './wall-time.ts';
import { wallAt } from './zone.ts';

const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** A schedule in a few words: "every 2 weeks on Mon, Wed at 09:00 (Europe/Berlin)". */
export function scheduleText({ rule, zone, startAtMs }: Schedule): string {
  switch (rule.kind) {
    case 'once':
      return `once at ${wallText(wallAt(zone, startAtMs))} (${zone})`;
    case 'cron':
      return `cron ${rule.line} (${zone})`;
    case 'grid':
      return `every ${rule.stepMs % 3_600_000 === 0 ? many(rule.stepMs / 3_600_000, 'hour') : many(rule.stepMs / 60_000, 'minute')}`;
    case 'calendar':
      return `every ${many(rule.interval, rule.days.unit)}${daysText(rule)} at ${rule.times.map(timeText).join(', ')} (${zone})`;
  }
}

function daysText({ days }: CalendarRule): string {
  switch (days.unit) {
    case 'day':
    case 'year':
      return '';
    case 'week':
      return ` on ${days.weekdays.map((day) => weekdayNames[day]).join(', ')}`;
    case 'month':
      return ` on day ${days.monthDays.join(', ')}`;
  }
}

const many = (count: number, unit: string): string => (count === 1 ? unit : `${count} ${unit}s`);

const timeText = (seconds: number): string => wallText(seconds * 1000).slice(11);

/** What a person may not expect of a schedule that means what it says, with the dates that show it. */
export function scheduleNotices(schedule: Schedule, nowMs: number): readonly string[] {
  const { rule, zone, startAtMs } = schedule;
  const notices: string[] = [];
  const line = rule.kind === 'cron' ? cronLineOf(rule.line) : null;
  if (line?.ok && line.value.notices.includes('either_day')) {
    const dates = nextTimes(schedule, nowMs, 5).map((atMs) => dateText(wallAt(zone, atMs)));
    notices.push(
      `it is due on days that fit EITHER of its two day fields, next ${dates.join(', ')}.`,
      '"the second Thursday" is  * * thu#2  as the last three fields.',
    );
  }
  if ((line?.ok && line.value.notices.includes('short_months')) || (rule.kind === 'calendar' && hasShortMonths(rule)))
    notices.push('months without that day are passed over; the last day of each is  L  in cron, or --on last.');
  const start = dayOf(wallAt(zone, startAtMs));
  if (rule.kind === 'calendar' && rule.days.unit === 'year' && monthOf(start) % 12 === 1 && dayInMonth(start) === 29)
    notices.push('it is due on the 29th of February, which only leap years have; the others are passed over.');
  return notices;
}

const hasShortMonths = ({ days }: CalendarRule): boolean =>
  days.unit === 'month' && days.monthDays.some((day) => day !== 'last' && day > 28);

const dateText = (wall: number): string => `${weekdayNames[(Math.floor(wall / dayMs) + 4) % 7]} ${wallText(wall).replace('T', ' ')}`;
