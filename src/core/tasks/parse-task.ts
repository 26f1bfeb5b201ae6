import { durationMsOf } from '../model/duration.ts';
import { nanoUsdOf } from '../model/money.ts';
import { fail, ok, type Result } from '../model/result.ts';
import { parseSchedule } from '../schedule/parse-schedule.ts';
import type { ScheduleFields } from '../schedule/schedule-fields.ts';
import type { Task, TaskLimits, TaskWhen } from './task.ts';
import type { LimitFields, TaskFault, TaskFields } from './task-fields.ts';

/** When it is due: as in the task, but that a webhook has no token yet. */
export type PlannedWhen = Exclude<TaskWhen, { kind: 'webhook' }> | { readonly kind: 'webhook' };

export interface PlannedTask extends Pick<Task, 'name' | 'description' | 'limits'> {
  readonly when: PlannedWhen;
}

const longestName = 60;
const longestDescription = 100_000;

/** Reads a task, with all that is wrong with it at once. */
export function parseTask(fields: TaskFields, nowMs: number): Result<PlannedTask, readonly TaskFault[]> {
  const when = whenOf(fields, nowMs);
  const limits = limitsOf(fields, defaultLimits(when.ok && when.value.kind !== 'schedule'));
  return wholeTask(fields, when, limits);
}

/** The parts of a task together, or all that is wrong with any of them. */
export function wholeTask<When>(
  texts: Pick<Task, 'name' | 'description'>,
  when: Result<When, readonly TaskFault[]>,
  limits: Result<TaskLimits, readonly TaskFault[]>,
): Result<Pick<Task, 'name' | 'description' | 'limits'> & { readonly when: When }, readonly TaskFault[]> {
  const [name, description] = [texts.name.trim(), texts.description.trim()];
  const faults = [...nameFaults(name), ...descriptionFaults(description)];
  if (!when.ok) faults.push(...when.failure);
  if (!limits.ok) faults.push(...limits.failure);
  return faults.length === 0 && when.ok && limits.ok ? ok({ name, description, when: when.value, limits: limits.value }) : fail(faults);
}

/** What a name must be like: it stands in commands and in the address of a webhook. */
function nameFaults(name: string): readonly TaskFault[] {
  if (/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u.test(name) && name.length <= longestName) return [];
  const hint = `letters, digits, spaces, ".", "_" and "-", at most ${longestName} of them, as nightly-report`;
  return [fault('name', name === '' ? 'the task has no name' : `"${name.slice(0, 80)}" is no name of a task`, hint)];
}

function descriptionFaults(description: string): readonly TaskFault[] {
  if (description === '')
    return [fault('describe', 'nothing says what is to be done', 'say it with --describe "…", as you would to pawl act')];
  if (description.length <= longestDescription) return [];
  return [
    fault('describe', `the description has more than ${longestDescription} characters`, 'put what is long into a file, and name that'),
  ];
}

const scheduleKeys = ['cron', 'every', 'on', 'at', 'start', 'until', 'count'] as const;

/** Whether any of the fields says something of a schedule. */
export const saysWhen = (fields: Partial<ScheduleFields>): boolean => scheduleKeys.some((key) => fields[key] !== undefined);

/** A schedule or a trigger, and not both. */
export function whenOf(
  fields: ScheduleFields & Pick<TaskFields, 'webhook' | 'event' | 'jitter'>,
  nowMs: number,
): Result<PlannedWhen, readonly TaskFault[]> {
  const { webhook = false, event, jitter } = fields;
  const given = [
    ...(saysWhen(fields) || jitter !== undefined ? ['a schedule'] : []),
    ...(webhook ? ['--webhook'] : []),
    ...(event === undefined ? [] : ['--event']),
  ];
  if (given.length > 1)
    return fail([
      fault('when', `${given.join(' and ')} are two answers to when it is due`, 'a task has a schedule or one trigger: make two tasks'),
    ]);
  if (given.length === 0)
    return fail([
      fault('when', 'nothing says when it is due', '--cron, --every or --start for a schedule; --webhook or --event for a trigger'),
    ]);
  if (webhook) return ok({ kind: 'webhook' });
  if (event !== undefined) {
    const name = event.trim();
    return name === '' || name.length > longestName
      ? fail([fault('event', 'the event has no name, or too long a one', `a word, at most ${longestName} characters`)])
      : ok({ kind: 'event', event: name });
  }
  const schedule = parseSchedule(fields, nowMs);
  const jitterMs = jitter === undefined || /^0[a-z]*$/.test(jitter.trim()) ? 0 : durationMsOf(jitter);
  const wrong = jitterMs === null ? [fault('jitter', `"${jitter}" is no duration`, 'as 5m, or 0 for none')] : [];
  if (!schedule.ok) return fail([...schedule.failure, ...wrong]);
  return jitterMs === null ? fail(wrong) : ok({ kind: 'schedule', schedule: schedule.value, jitterMs });
}

/** Events wait for one another, as each says something of its own; of a schedule the next one comes anyway. */
const defaultLimits = (isTriggered: boolean): TaskLimits => ({
  maxRuntimeMs: 30 * 60_000,
  budgetNanoUsd: 2_000_000_000,
  overlap: isTriggered ? 'queue' : 'skip',
  catchUp: 'latest',
});

/** Those that are given, on top of what there is. */
export function limitsOf(fields: LimitFields, before: TaskLimits): Result<TaskLimits, readonly TaskFault[]> {
  const { maxRuntime, budget, overlap = before.overlap, catchUp = before.catchUp } = fields;
  const maxRuntimeMs = maxRuntime === undefined ? before.maxRuntimeMs : durationMsOf(maxRuntime);
  const budgetNanoUsd = budget === undefined ? before.budgetNanoUsd : nanoUsdOf(budget.trim() === '' ? Number.NaN : Number(budget));
  const faults: TaskFault[] = [];
  if (maxRuntimeMs === null) faults.push(fault('max-runtime', `"${maxRuntime}" is no duration`, 'as 30m, the default'));
  if (budgetNanoUsd === null || budgetNanoUsd === 0)
    faults.push(fault('budget', `"${budget}" is no amount above zero`, 'dollars for each occurrence, as 0.50'));
  if (maxRuntimeMs === null || budgetNanoUsd === null || budgetNanoUsd === 0) return fail(faults);
  return ok({ maxRuntimeMs, budgetNanoUsd, overlap, catchUp });
}

const fault = (field: string, message: string, hint: string): TaskFault => ({ field, message, hint });
