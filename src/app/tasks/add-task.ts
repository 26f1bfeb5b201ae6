import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { digestOf } from '../../core/model/digest.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { type PlannedWhen, parseTask } from '../../core/tasks/parse-task.ts';
import type { Task, TaskWhen } from '../../core/tasks/task.ts';
import type { TaskFields } from '../../core/tasks/task-fields.ts';
import { newRunId } from '../surroundings/run-id.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { offlineObstacle, taskEntrypoint } from './entrypoint-fitness.ts';
import { changingTasks } from './open-tasks.ts';
import { invalid, writeTask } from './write-task.ts';

export interface NewTask extends Omit<TaskFields, 'zone'> {
  /** Default: the zone of this machine. */
  readonly zone?: string | undefined;
  /** The name of a stored function. */
  readonly entrypoint?: string | undefined;
  readonly delivery?: Task['delivery'] | undefined;
  readonly model?: string | undefined;
  /** The file of replies of a scripted model, as seen from `cwd`. */
  readonly script?: string | undefined;
  readonly sandbox?: 'strict' | 'weak' | undefined;
}

/** `token`: what callers of its webhook must send; it stands nowhere else. null = it has no webhook. */
export interface AddedTask {
  readonly task: Task;
  readonly token: string | null;
}

export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Makes a task in the project around `cwd`. */
export async function addTask(cwd: string, given: NewTask): Promise<Result<AddedTask, Refusal>> {
  const nowMs = systemClock.nowMs();
  const planned = parseTask({ ...given, zone: given.zone ?? zoneHere() }, nowMs);
  if (!planned.ok) return fail(invalid(planned.failure));
  const { name, description, limits } = planned.value;
  const delivery = given.delivery ?? 'live';
  const offline = offlineObstacle({ name, delivery });
  if (offline !== null) return fail(offline);
  const entrypoint = given.entrypoint === undefined ? ok(null) : await taskEntrypoint(cwd, given.entrypoint);
  if (!entrypoint.ok) return entrypoint;
  const { when, token } = withToken(planned.value.when);
  const task: Task = {
    id: newRunId(8),
    name,
    description,
    when,
    enabled: true,
    entrypoint: entrypoint.value,
    delivery,
    limits,
    agent: {
      model: given.model ?? null,
      script: given.script === undefined ? null : resolve(cwd, given.script),
      weakSandbox: given.sandbox === 'weak',
    },
    createdAtMs: nowMs,
    decidedUntilMs: nowMs,
    ended: null,
    revision: 1,
  };
  return changingTasks(cwd, async (tasks) => {
    const written = await writeTask(tasks, task);
    return written.ok ? ok({ task, token }) : written;
  });
}

/** A webhook gets its token here, once: only its digest is kept. */
export function withToken(when: PlannedWhen): { readonly when: TaskWhen; readonly token: string | null } {
  if (when.kind !== 'webhook') return { when, token: null };
  const token = randomBytes(24).toString('base64url');
  return { when: { kind: 'webhook', tokenDigest: digestOf(token) }, token };
}
