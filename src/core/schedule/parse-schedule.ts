import { fail, ok, type Result } from '../model/result.ts';
import { nextTime } from './next-time.ts';
import type { Schedule, ScheduleFault, ScheduleRule } from './schedule.ts';
import type { ScheduleFields } from './schedule-fields.ts';
import { ruleOf } from './schedule-rule.ts';
import { dayMs, wallOf } from './wall-time.ts';
import { instantOf, isZone, wallAt } from './zone.ts';

const mostCounted = 10_000;

/**
 * Reads a schedule, with all that is wrong with it at once. Refused too: what is never due, and what is over by `nowMs`. Where no start is given
 * it starts with the next second, and a grid with its first step.
 */
export function parseSchedule(fields: ScheduleFields, nowMs: number): Result<Schedule, readonly ScheduleFault[]> {
  const { zone } = fields;
  if (!isZone(zone))
    return fail([fault('zone', `"${zone}" is no zone of the IANA table`, 'a name as Europe/Berlin, America/New_York or UTC')]);
  const faults: ScheduleFault[] = [];
  const bound = (field: 'start' | 'until', dayEnds: boolean): number | null => {
    const text = fields[field];
    if (text === undefined) return null;
    const atMs = momentOf(text, zone, dayEnds);
    if (atMs === null)
      faults.push(fault(field, `"${text}" is no moment`, 'as 2026-12-24 or 2026-12-24T09:00, in the zone; or with Z at its end'));
    return atMs;
  };
  const start = bound('start', false);
  const until = bound('until', true);
  const count = countOf(fields.count, faults);
  const nowSecondMs = Math.floor(nowMs / 1000) * 1000;
  const rule = ruleOf(fields, wallAt(zone, start ?? nowSecondMs));
  if (!rule.ok) return fail([...faults, ...rule.failure]);
  if (rule.value.kind === 'once' && fields.start === undefined)
    faults.push(fault('start', 'nothing says when', 'name --cron, --every or --start'));
  if (start !== null && until !== null && until < start)
    faults.push(fault('until', `it ends (${fields.until}) before it starts (${fields.start})`, 'name an end behind the start'));
  if (faults.length > 0) return fail(faults);
  // What is due at this very moment is over by the time that it is written.
  const startAtMs = start ?? nowSecondMs + (rule.value.kind === 'grid' ? rule.value.stepMs : 1000);
  const schedule = counted({ rule: rule.value, zone, startAtMs, lastAtMs: until }, count);
  const never = whyNever(schedule, nowMs);
  return never === null ? ok(schedule) : fail([never]);
}

/** An end by number is an end by time: instants follow from the schedule alone. */
function counted(schedule: Schedule, count: number | null): Schedule {
  let last: number | null = null;
  let next = count === null ? null : nextTime(schedule, schedule.startAtMs - 1);
  for (let number = 1; next !== null && number <= (count as number); number++) {
    last = next;
    next = nextTime(schedule, next);
  }
  return last === null ? schedule : { ...schedule, lastAtMs: last };
}

function whyNever(schedule: Schedule, nowMs: number): ScheduleFault | null {
  if (nextTime(schedule, nowMs) !== null) return null;
  const field = fieldOf(schedule.rule);
  if (nextTime(schedule, schedule.startAtMs - 1) !== null)
    return fault(field === 'start' ? 'start' : 'until', 'it is over: all that it says lies in the past', 'name a later start or end');
  return fault(
    field,
    'it is never due: no day there is fits all of it',
    'a 30th of February does not come; nor does what ends before its first time',
  );
}

function fieldOf({ kind }: ScheduleRule): string {
  switch (kind) {
    case 'once':
      return 'start';
    case 'cron':
      return 'cron';
    case 'grid':
    case 'calendar':
      return 'every';
  }
}

/** An instant of a text: with an offset as it says, else by the clock on the wall in the zone. */
function momentOf(text: string, zone: string, dayEnds: boolean): number | null {
  const [, local, offset] = /^(.*\d)\s*(Z|[+-]\d\d:\d\d)$/i.exec(text.trim()) ?? [];
  const wall = wallOf(local ?? text);
  if (wall === null) return null;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text.trim());
  if (offset === undefined) return instantOf(zone, isDay && dayEnds ? wall + dayMs - 1000 : wall);
  const [hours = 0, minutes = 0] = /^z$/i.test(offset) ? [] : offset.slice(1).split(':').map(Number);
  return wall - (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function countOf(text: string | undefined, faults: ScheduleFault[]): number | null {
  if (text === undefined) return null;
  const count = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  if (count >= 1 && count <= mostCounted) return count;
  faults.push(fault('count', `--count is a whole number from 1 to ${mostCounted}, not "${text}"`, 'leave it out for no end'));
  return null;
}

const fault = (field: string, message: string, hint: string): ScheduleFault => ({ field, message, hint });
