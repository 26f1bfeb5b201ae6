import { setTimeout as wait } from 'node:timers/promises';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { openForWriting } from './project.ts';
import { findRun } from './run-history.ts';

const pollMs = 50;

/** Asks a running run to end cleanly, and waits until it has (at most `waitMs`). Gives how it ended, or null when it has not yet. */
export async function cancelRun(
  cwd: string,
  run: string,
  waitMs: number,
): Promise<Result<{ run: string; status: string | null }, Refusal>> {
  const store = await openForWriting(cwd);
  if (!store.ok) return store;
  try {
    const found = await findRun(store.value, run);
    if (!found.ok) return found;
    const id = (found.value[0] as { run: string }).run;
    const holder = await store.value.ownership.holder();
    if (found.value.some(({ event }) => event.type === 'run.finished') || holder?.run !== id) {
      return fail({ code: 'run/not-running', message: `run ${id} is not running`, hint: `pawl show ${id}  says how it ended` });
    }
    await store.value.inbox.send(id, { kind: 'cancel', by: 'pawl cancel' });
    for (let waitedMs = 0; waitedMs < waitMs; waitedMs += pollMs) {
      await wait(pollMs);
      const events = await store.value.journal.read(id, found.value.length);
      const end = events.ok ? events.value.find(({ event }) => event.type === 'run.finished') : undefined;
      if (end?.event.type === 'run.finished') return ok({ run: id, status: end.event.status });
    }
    return ok({ run: id, status: null });
  } finally {
    await store.value.close();
  }
}
