/**
 * When a task is due, as data that has been checked: instants follow from it alone (`next-time.ts`), with no clock and no memory. Times are
 * milliseconds since 1970; a zone is a name of the IANA table.
 */
export interface Schedule {
  readonly rule: ScheduleRule;
  readonly zone: string;
  /** Nothing is due before it. A grid of minutes or hours begins there, and a calendar pattern counts its days, weeks, months or years from it. */
  readonly startAtMs: number;
  /** Nothing is due after it; null = no end. What was given as `until` or `count`, whichever ends it sooner. */
  readonly lastAtMs: number | null;
}

export type ScheduleRule =
  /** At the start, and never again. */
  | { readonly kind: 'once' }
  | { readonly kind: 'cron'; readonly line: string }
  /** Every so many minutes or hours, by elapsed time: a shift of the clock on the wall does not touch it. */
  | { readonly kind: 'grid'; readonly stepMs: number }
  | CalendarRule;

/** At times of day, on days that a calendar tells. */
export interface CalendarRule {
  readonly kind: 'calendar';
  /** On which days of every `interval`th day, week (from Monday), month or year. A year has the month and the day of its start. */
  readonly days:
    | { readonly unit: 'day' }
    | { readonly unit: 'week'; readonly weekdays: readonly number[] }
    | { readonly unit: 'month'; readonly monthDays: readonly MonthDay[] }
    | { readonly unit: 'year' };
  readonly interval: number;
  /** Seconds since midnight, on the clock on the wall, ascending. */
  readonly times: readonly number[];
}

/** 1 to 31; a month that has no such day is passed over, never answered by its last one. */
export type MonthDay = number | 'last';

/** What is wrong with a schedule as it was given: in which field, and what to do. */
export interface ScheduleFault {
  readonly field: string;
  readonly message: string;
  readonly hint: string;
}
