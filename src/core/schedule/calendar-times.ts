import type { CalendarRule, MonthDay } from './schedule.ts';
import { dayInMonth, dayMs, dayOf, daysIn, firstDayOf, mondayOf, monthOf, type WallMs, weekOf } from './wall-time.ts';

/** Passing over months without a day, one soon comes: the longest wait is for the 29th of February, every fourth year, eight around 1900 and 2100. */
const mostPeriods = 400;

/**
 * The next time on the wall after this one by a calendar rule that counts from `start`: null where none of the next 400 of its periods has a
 * day for it.
 */
export function nextOfCalendar(rule: CalendarRule, start: WallMs, after: WallMs): WallMs | null {
  const startDay = dayOf(start);
  const first = periodOf(rule, startDay);
  const from = Math.max(after, start - 1);
  const passed = Math.max(0, Math.floor((periodOf(rule, dayOf(from)) - first) / rule.interval));
  for (let step = passed; step < passed + mostPeriods; step++) {
    for (const day of daysOf(rule, first + step * rule.interval, startDay))
      for (const seconds of rule.times) {
        const wall = day * dayMs + seconds * 1000;
        if (wall > from) return wall;
      }
  }
  return null;
}

/** The day, week, month or year that a day lies in, as a number that goes up by one. */
function periodOf({ days }: CalendarRule, day: number): number {
  switch (days.unit) {
    case 'day':
      return day;
    case 'week':
      return weekOf(day);
    case 'month':
      return monthOf(day);
    case 'year':
      return Math.floor(monthOf(day) / 12);
  }
}

/** Its days of a period, ascending. */
function daysOf({ days }: CalendarRule, period: number, startDay: number): readonly number[] {
  switch (days.unit) {
    case 'day':
      return [period];
    case 'week':
      // Sunday, 0, ends a week that begins on Monday.
      return ascending(days.weekdays.map((weekday) => mondayOf(period) + ((weekday + 6) % 7)));
    case 'month':
      return monthDaysOf(period, days.monthDays);
    case 'year':
      return monthDaysOf(period * 12 + (((monthOf(startDay) % 12) + 12) % 12), [dayInMonth(startDay)]);
  }
}

function monthDaysOf(month: number, monthDays: readonly MonthDay[]): readonly number[] {
  const [first, length] = [firstDayOf(month), daysIn(month)];
  const days = monthDays.map((each) => (each === 'last' ? length : each)).filter((each) => each <= length);
  return ascending([...new Set(days)].map((each) => first + each - 1));
}

const ascending = (numbers: readonly number[]): readonly number[] => [...numbers].sort((one, other) => one - other);
