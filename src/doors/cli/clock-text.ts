import { durationText } from '../../core/model/duration.ts';

/** A moment (milliseconds since 1970) as a person's clock shows it: "14:05:10". */
export const timeOfDay = (ms: number): string => new Date(ms).toTimeString().slice(0, 8);

/** "2026-03-01", where the person is. */
export const dayText = (ms: number): string => new Date(ms).toLocaleDateString('sv-SE');

/** "2026-03-01 14:05:10". */
export const momentText = (ms: number): string => `${dayText(ms)} ${timeOfDay(ms)}`;

/** When something was, for a list: "03-01 14:05", of another year than now's "2025-03-01"; both 11 wide. */
export const listedMomentText = (ms: number, nowMs: number): string => {
  const day = dayText(ms);
  return day.slice(0, 4) === dayText(nowMs).slice(0, 4) ? `${day.slice(5)} ${timeOfDay(ms).slice(0, 5)}` : day.padEnd(11);
};

const longMs = 30_000;

/** When something that waits goes on: a short while as such, a long one by the clock, on another day with the day. */
export function goesOnText({ fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number }): string {
  const forMs = Math.max(0, untilMs - fromMs);
  if (forMs < longMs) return `goes on in ${durationText(forMs)}`;
  return `goes on at ${dayText(fromMs) === dayText(untilMs) ? timeOfDay(untilMs) : momentText(untilMs)}`;
}
