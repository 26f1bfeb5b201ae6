import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { keyOf, type Occurrence } from '../../core/tasks/occurrence.ts';
import type { Task } from '../../core/tasks/task.ts';
import { newRunId } from '../surroundings/run-id.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { knownTask } from './known-task.ts';
import { liveDelivery } from './live-delivery.ts';
import { hasEnded, isBusy } from './obstacles.ts';
import { changingTasks, orUnavailable } from './open-tasks.ts';
import { performOccurrence } from './perform-occurrence.ts';
import { writeTask } from './write-task.ts';

export interface RunTask {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting it cancels the run. */
  readonly signal: AbortSignal;
  readonly onEvent: (stored: StoredEvent) => void;
  readonly onHindered: (why: string) => void;
}

/**
 * Runs a task now, in this process, whatever its schedule says and also while it is paused; resolves when that is over or waits for a person. Refused
 * while one of its occurrences is open: it says which, and nothing is dropped in silence.
 */
export function runTask(cwd: string, name: string, how: RunTask): Promise<Result<Occurrence, Refusal>> {
  return changingTasks(cwd, async (tasks) => {
    const known = await knownTask(tasks, name);
    if (!known.ok) return known;
    const { task, open } = known.value;
    if (task.ended === 'cancelled') return fail(hasEnded(task));
    const [busy] = open;
    if (busy !== undefined) return fail(isBusy(task, busy));
    const key = keyOf.byHand(newRunId(8));
    const create = [{ key, cause: { kind: 'by_hand' }, state: 'waiting', note: null }] as const;
    const written = await writeTask(tasks, { ...task, revision: task.revision + 1 }, { create });
    if (!written.ok) return written;
    const [made] = written.value as [Occurrence];
    const { signal, onEvent, onHindered, env } = how;
    const asked = (): void => {
      void cancelWaiting(tasks, made);
    };
    signal.addEventListener('abort', asked);
    if (signal.aborted) asked();
    const performing = {
      cwd,
      env,
      tasks,
      clock: systemClock,
      deliver: liveDelivery,
      // It ends by what is written down of it, which ends one that has not begun too.
      stopping: new AbortController().signal,
      watch: {
        onEvent: (_: Task, stored: StoredEvent) => onEvent(stored),
        onHindered: (_: Task, __: Occurrence, why: string) => onHindered(why),
      },
    };
    const performed = await performOccurrence(performing, task, made.run);
    signal.removeEventListener('abort', asked);
    if (!performed.ok) return performed;
    await performed.value?.behind;
    if (performed.value !== null) return ok(performed.value.occurrence);
    // A server has it, or it was told to end before it began: it stands as it was written down.
    const now = orUnavailable(await tasks.find(task.id, key));
    return now.ok ? ok(now.value ?? made) : now;
  });
}

/** Asks one to end, however its task has changed meanwhile. */
async function cancelWaiting(tasks: Parameters<Parameters<typeof changingTasks>[1]>[0], { run, task }: Occurrence): Promise<void> {
  for (let tried = 0; tried < 10; tried++) {
    const now = await tasks.read();
    const found = now.ok ? now.value.tasks.find(({ id }) => id === task) : undefined;
    if (found === undefined) return;
    const written = await writeTask(
      tasks,
      { ...found, revision: found.revision + 1 },
      { cancel: [{ run, note: 'cancelled by a person' }] },
    );
    if (written.ok) return;
  }
}
