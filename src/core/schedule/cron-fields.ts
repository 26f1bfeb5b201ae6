import { fail, ok, type Result } from '../model/result.ts';

/** The fields of a line, seconds first, with the values that each takes. In the weekday's, 7 is Sunday too. */
const cronFields = [
  { name: 'second', first: 0, last: 59, names: [] },
  { name: 'minute', first: 0, last: 59, names: [] },
  { name: 'hour', first: 0, last: 23, names: [] },
  { name: 'day of the month', first: 1, last: 31, names: [] },
  { name: 'month', first: 1, last: 12, names: ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] },
  { name: 'day of the week', first: 0, last: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
] as const;

type CronField = (typeof cronFields)[number];

interface FieldMistake {
  readonly message: string;
  readonly hint: string;
}

/**
 * Six fields, seconds first, as every cron reads them: a start with a step ("5/15") is written out with its end. What crons read in different
 * ways, and what can match nothing, is a mistake that names its field.
 */
export function plainFields(fields: readonly string[]): Result<string, FieldMistake> {
  const plain: string[] = [];
  for (const [at, field] of cronFields.entries()) {
    const parts: string[] = [];
    for (const part of (fields[at] as string).split(',')) {
      const read = plainPart(part, field);
      if (!read.ok) return read;
      parts.push(read.value);
    }
    plain.push(parts.join(','));
  }
  return ok(plain.join(' '));
}

function plainPart(part: string, field: CronField): Result<string, FieldMistake> {
  const [ends = '', step] = part.split('/', 2);
  const [from = '', to] = ends.split('-', 2);
  for (const value of [from, ...(to === undefined ? [] : [to])]) {
    const number = /^\d+/.exec(value)?.[0];
    if (number !== undefined && (Number(number) < field.first || Number(number) > field.last))
      return mistake(part, field, `goes from ${field.first} to ${field.last}`, 'minute hour day-of-month month day-of-week');
  }
  const [start, end] = [orderOf(from, field), to === undefined ? null : endOf(to, field)];
  if (start !== null && end !== null && start > end)
    return mistake(part, field, 'ends before it begins', `write both halves, as ${from}-${lastIn(field)},${firstIn(field)}-${to}`);
  // Sunday ends a week by whichever of its numbers; croner knows it there as 7 alone.
  if (to === '0' && end === 7) return ok(`${from}-7${step === undefined ? '' : `/${step}`}`);
  if (start === null || to !== undefined || step === undefined) return ok(part);
  if (start === 7 && field.last === 7)
    return mistake(part, field, 'begins with the last day', 'write 0-6/2 for every second one from Sunday');
  return ok(`${start}-${field.last === 7 && start === 0 ? 6 : field.last}/${step}`);
}

/** A value's place in its field; null for what is no single value: "*", "L", "15W", "4#2". */
function orderOf(value: string, { names }: CronField): number | null {
  if (/^\d+$/.test(value)) return Number(value);
  const place = (names as readonly string[]).indexOf(value.toLowerCase());
  return place > 0 || value.toLowerCase() === 'sun' ? place : null;
}

/** The same of the end of a range, where Sunday comes after Saturday. */
function endOf(value: string, field: CronField): number | null {
  const place = orderOf(value, field);
  return place === 0 && field.last === 7 ? 7 : place;
}

const lastIn = ({ last }: CronField): string => (last === 7 ? 'sat' : String(last));
const firstIn = ({ first, last }: CronField): string => (last === 7 ? 'sun' : String(first));

const mistake = (part: string, field: CronField, message: string, hint: string): Result<never, FieldMistake> =>
  fail({ message: `"${part}" as the ${field.name} ${message}`, hint });
