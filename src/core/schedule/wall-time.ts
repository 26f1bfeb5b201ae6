/**
 * A moment as a clock on the wall shows it, wherever that hangs: milliseconds since 1970-01-01 00:00 on that clock. Arithmetic on it is that of
 * the calendar, without zones; `zone.ts` says which instants show it.
 */
export type WallMs = number;

export const dayMs = 86_400_000;

/** The civil day, counted from 1970-01-01. */
export const dayOf = (wall: WallMs): number => Math.floor(wall / dayMs);

/** Monday = 0, counted from the Monday before 1970-01-01, a Thursday. */
export const weekOf = (day: number): number => Math.floor((day + 3) / 7);

/** The Monday of a week, as a day. */
export const mondayOf = (week: number): number => week * 7 - 3;

/** Months since January 1970. */
export const monthOf = (day: number): number => {
  const date = new Date(day * dayMs);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
};

/** The first day of a month, as a day. */
export const firstDayOf = (month: number): number => Date.UTC(1970, month, 1) / dayMs;

export const daysIn = (month: number): number => firstDayOf(month + 1) - firstDayOf(month);

/** 1 to 31. */
export const dayInMonth = (day: number): number => new Date(day * dayMs).getUTCDate();

/** "2026-12-24T09:00", with seconds where there are some. */
export const wallText = (wall: WallMs): string => {
  const text = new Date(wall).toISOString();
  return text.slice(17, 19) === '00' ? text.slice(0, 16) : text.slice(0, 19);
};

/** Seconds since midnight of "09:00" or "09:00:30"; null for anything else. */
export function timeOfDayOf(text: string): number | null {
  const match = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text.trim());
  if (match === null) return null;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : null;
}

/** "2026-12-24", "2026-12-24T09:00" or "2026-12-24 09:00:30" on the wall; null for anything else, the 30th of February too. */
export function wallOf(text: string): WallMs | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(text.trim());
  if (match === null) return null;
  const midnight = Date.parse(`${match[1]}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== match[1]) return null;
  const seconds = timeOfDayOf(match[2] ?? '00:00');
  return seconds === null ? null : midnight + seconds * 1000;
}
