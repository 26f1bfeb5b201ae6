import { hostname } from 'node:os';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Occurrence } from '../../core/tasks/occurrence.ts';
import type { OccurrenceUpdate } from '../../core/tasks/occurrence-change.ts';
import type { Task } from '../../core/tasks/task.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OccurrenceClaim, Tasks } from '../../ports/tasks.ts';
import type { Delivered, Delivery } from './delivery.ts';
import { orUnavailable } from './open-tasks.ts';

export interface Performing {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tasks: Tasks;
  readonly clock: Clock;
  readonly deliver: Delivery;
  /** Nothing new is begun once it is aborted; what runs is not ended by it. */
  readonly stopping: AbortSignal;
  readonly watch: PerformingWatch;
}

interface PerformingWatch {
  onEvent(task: Task, stored: StoredEvent): void;
  /** It cannot begin yet; told once for each reason. */
  onHindered(task: Task, occurrence: Occurrence, why: string): void;
}

/** How it stands when its performer lets go of it. `behind`: what still goes on for it. */
export interface Performed {
  readonly occurrence: Occurrence;
  readonly behind: Promise<void>;
}

/** How often one that cannot begin is tried again, and how often it is looked whether it is to end. */
const againMs = 500;
const lookMs = 250;

/**
 * Performs an occurrence, beginning its run or taking it up, until it is over or waits for a person, and writes down how it stands. null = somebody
 * else has it, it is over, or it could not begin before this server was told to stop: then it stays for the next one.
 */
export async function performOccurrence(performing: Performing, task: Task, run: string): Promise<Result<Performed | null, Refusal>> {
  const { tasks, clock } = performing;
  const claim = orUnavailable(await tasks.claim(run, { run, pid: process.pid, host: hostname() }, clock.nowMs()));
  if (!claim.ok) return claim;
  if (claim.value === null) return ok(null);
  try {
    return await perform(performing, task, claim.value);
  } finally {
    await claim.value.release();
  }
}

async function perform(performing: Performing, task: Task, { occurrence }: OccurrenceClaim): Promise<Result<Performed | null, Refusal>> {
  const { tasks, clock, stopping, watch } = performing;
  const { run, epoch } = occurrence;
  const write = async (update: Omit<OccurrenceUpdate, 'atMs'>, behind: Promise<void>): Promise<Result<Performed, Refusal>> => {
    const written = orUnavailable(await tasks.update(run, epoch, { ...update, atMs: clock.nowMs() }));
    return written.ok ? ok({ occurrence: written.value, behind }) : written;
  };
  let told = '';
  for (;;) {
    const delivered = await deliverUnlessCancelled(performing, task, occurrence);
    switch (delivered.kind) {
      case 'ended':
        return write({ state: delivered.status, note: delivered.note }, delivered.behind);
      case 'asking':
        return write({ state: 'asking', note: delivered.question }, Promise.resolve());
      case 'refused':
        return write({ state: 'failed', note: delivered.why }, Promise.resolve());
      case 'taken': {
        const renamed = orUnavailable(await tasks.rename(run, epoch));
        return renamed.ok ? ok(null) : renamed;
      }
      case 'hindered':
        if (delivered.why !== told) watch.onHindered(task, occurrence, delivered.why);
        told = delivered.why;
        if (stopping.aborted) return ok(null);
        await clock.wait(againMs, stopping);
    }
  }
}

/** Delivers it, and ends that when somebody asks for its end. */
async function deliverUnlessCancelled(performing: Performing, task: Task, occurrence: Occurrence): Promise<Delivered> {
  const { cwd, env, tasks, clock, deliver, watch } = performing;
  const [cancel, done] = [new AbortController(), new AbortController()];
  const isCancelled = async (): Promise<boolean> => {
    const now = await tasks.find(occurrence.task, occurrence.key);
    return now.ok && now.value?.cancelAsked === true;
  };
  if (await isCancelled()) cancel.abort();
  const watching = (async () => {
    while (!done.signal.aborted && !cancel.signal.aborted) {
      await clock.wait(lookMs, done.signal);
      if (!done.signal.aborted && (await isCancelled())) cancel.abort();
    }
  })();
  try {
    return await deliver({ cwd, env, task, occurrence, signal: cancel.signal, onEvent: (stored) => watch.onEvent(task, stored) });
  } finally {
    done.abort();
    await watching;
  }
}
