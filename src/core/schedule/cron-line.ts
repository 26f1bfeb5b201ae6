import { Cron } from 'croner';
import { fail, ok, type Result } from '../model/result.ts';
import { plainFields } from './cron-fields.ts';
import type { ScheduleFault } from './schedule.ts';
import type { WallMs } from './wall-time.ts';

/**
 * A line of cron, read. Five fields, or six with seconds first. `croner` says when the line is due on the clock on the wall, without any zone:
 * of what it does with zones (11.0.1) "15,45 2 * * *" loses the whole day on which the clock goes from 2 to 3, and where it goes on by half an
 * hour the run came before the gap. Which instants show a time is said by `zone.ts`.
 */
export interface CronLine {
  /** The next time on the wall after this one; null = never again. */
  next(wall: WallMs): WallMs | null;
  /**
   * Whether it goes by elapsed time: its hours begin with "*". Then a shift of the clock leaves nothing out and repeats it, as a person expects
   * of "every hour"; else each time on the wall comes once.
   */
  readonly isOpen: boolean;
  readonly notices: readonly CronNotice[];
}

/** `either_day`: due on days that fit either of two fields. `short_months`: some months have no such day. */
type CronNotice = 'either_day' | 'short_months';

/** Those with a name, as lines. */
const named: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** Lines already read: a schedule asks for its line again and again, and reading takes 0.1 ms. */
const known = new Map<string, Result<CronLine, ScheduleFault>>();
const mostKnown = 1000;

/** Reads a line, or says what is wrong with it, and in which of its fields. */
export function cronLineOf(line: string): Result<CronLine, ScheduleFault> {
  const found = known.get(line);
  if (found !== undefined) return found;
  const made = readLine(line);
  if (known.size === mostKnown) known.clear();
  known.set(line, made);
  return made;
}

function readLine(line: string): Result<CronLine, ScheduleFault> {
  const text = line.trim();
  const fields = (named[text.toLowerCase()] ?? text).split(/\s+/);
  if (fields.length < 5 || fields.length > 6)
    return fail(
      fault(`"${line}" is no line of cron: it has five fields, or six with seconds first, and not ${text === '' ? 0 : fields.length}`),
    );
  const six = fields.length === 5 ? ['0', ...fields] : fields;
  const plain = plainFields(six);
  if (!plain.ok) return fail(fault(plain.failure.message, plain.failure.hint));
  try {
    const cron = new Cron(plain.value, { paused: true, timezone: 'UTC' });
    const [, , hour, monthDay, month, weekday] = six as [string, string, string, string, string, string];
    const notices: CronNotice[] = [];
    if (isNarrow(monthDay) && isNarrow(weekday)) notices.push('either_day');
    if (/\b(29|30|31)\b/.test(monthDay) && month.startsWith('*')) notices.push('short_months');
    return ok({ next: (wall) => cron.nextRun(new Date(wall))?.getTime() ?? null, isOpen: hour.startsWith('*'), notices });
  } catch (error) {
    return fail(fault(`"${line}" is no line of cron: ${(error as Error).message.replace(/^CronPattern: /, '')}`));
  }
}

const isNarrow = (field: string): boolean => !/^[*?]/.test(field);

const fault = (message: string, hint = 'minute hour day-of-month month day-of-week, as "30 4 * * mon-fri"'): ScheduleFault => ({
  field: 'cron',
  message,
  hint,
});
