import { setTimeout as wait } from 'node:timers/promises';
import { type Refusal, refusalOf } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Store } from '../ports/store.ts';
import { openForChange } from './project.ts';
import { eventsOf, findRun, isAtWork } from './run-history.ts';

const pollMs = 50;

export interface Cancelled {
  readonly run: string;
  /** How it ended; null when it is still at it. */
  readonly status: string | null;
}

/** Asks a running run to end cleanly, and waits until it has, at most `waitMs`. */
export async function cancelRun(cwd: string, run: string, waitMs: number): Promise<Result<Cancelled, Refusal>> {
  const store = await openForChange(cwd);
  if (!store.ok) return store;
  try {
    return await cancelIn(store.value, run, waitMs);
  } finally {
    await store.value.close();
  }
}

async function cancelIn(store: Store, run: string, waitMs: number): Promise<Result<Cancelled, Refusal>> {
  const found = await findRun(store, run);
  if (!found.ok) return found;
  const id = (found.value[0] as { run: string }).run;
  const atWork = await isAtWork(store, id);
  if (!atWork.ok) return atWork;
  if (!atWork.value || found.value.some(({ event }) => event.type === 'run.finished')) {
    return fail({ code: 'run/not-running', message: `run ${id} is not running`, hint: `pawl show ${id}  says how it ended` });
  }
  const sent = await store.inbox.send(id, { kind: 'cancel', by: 'pawl cancel' });
  if (!sent.ok) return fail(refusalOf('store/unavailable', sent.failure));
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += pollMs) {
    await wait(pollMs);
    // Asked before the journal is read: an owner that has let go has written its last event.
    const goesOn = await isAtWork(store, id);
    if (!goesOn.ok) return goesOn;
    const events = await eventsOf(store, id, found.value.length);
    if (!events.ok) return events;
    for (const { event } of events.value) if (event.type === 'run.finished') return ok({ run: id, status: event.status });
    if (!goesOn.value) {
      return fail({
        code: 'run/not-running',
        message: `run ${id} has stopped without finishing: its process is gone`,
        hint: `pawl show ${id}  says where it stands`,
      });
    }
  }
  return ok({ run: id, status: null });
}
