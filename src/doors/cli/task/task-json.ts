import type { StandingTask } from '../../../app/tasks/known-task.ts';
import { nextDue, type TaskOccurrence } from '../../../app/tasks/list-tasks.ts';
import { usdOf } from '../../../core/model/money.ts';
import { whenText } from '../../../core/views/task-text.ts';

/** A task as `--json` prints it. */
export function taskJson({ task, state, open, last }: StandingTask): object {
  const { id, name, description, enabled, entrypoint, delivery, limits, agent } = task;
  return {
    v: 1,
    type: 'task',
    id,
    name,
    description,
    state,
    enabled,
    when: whenJson(task),
    nextDue: nextDue(task, 5).map(isoOf),
    open: open.map(({ run }) => run),
    last: last === null ? null : { run: last.run, state: last.state },
    entrypoint: entrypoint?.name ?? null,
    delivery,
    limits: {
      maxRuntimeMs: limits.maxRuntimeMs,
      budgetUsd: usdOf(limits.budgetNanoUsd),
      overlap: limits.overlap,
      catchUp: limits.catchUp,
    },
    model: agent.model,
    script: agent.script,
  };
}

function whenJson(task: StandingTask['task']): object {
  const { when, name } = task;
  const text = whenText(task);
  switch (when.kind) {
    case 'schedule':
      return { kind: when.kind, text, zone: when.schedule.zone, jitterMs: when.jitterMs };
    case 'event':
      return { kind: when.kind, text, event: when.event };
    case 'webhook':
      return { kind: when.kind, text, path: hookPath(name) };
  }
}

export const hookPath = (name: string): string => `/hooks/${encodeURIComponent(name)}`;

export function occurrenceJson({ run, task, key, cause, state, note, createdAtMs, startedAtMs, endedAtMs }: TaskOccurrence): object {
  return {
    v: 1,
    type: 'task.occurrence',
    run,
    task,
    key,
    cause: cause.kind === 'due' ? { kind: cause.kind, dueAt: isoOf(cause.dueAtMs), startAt: isoOf(cause.startAtMs) } : cause,
    state,
    note,
    createdAt: isoOf(createdAtMs),
    startedAt: startedAtMs === null ? null : isoOf(startedAtMs),
    endedAt: endedAtMs === null ? null : isoOf(endedAtMs),
  };
}

const isoOf = (atMs: number): string => new Date(atMs).toISOString();
