import type { StoredEvent } from '../core/events/envelope.ts';
import { type Refusal, refusalOf } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Value } from '../core/model/value.ts';
import { type RunSummary, summaryOf } from '../core/views/run-summary.ts';
import { textOf } from '../drive/value-store.ts';
import type { RunEnds } from '../ports/journal.ts';
import type { Store } from '../ports/store.ts';
import { openForReading } from './project.ts';

/** Whether a run is over, going on, or was cut off (its process is gone). */
type RunLife = 'finished' | 'running' | 'interrupted';

export interface RunRow {
  readonly summary: RunSummary;
  readonly life: RunLife;
}

/** All runs made in this folder, newest first. Steps are not among what a row tells. */
export async function listRuns(cwd: string): Promise<Result<RunRow[], Refusal>> {
  const store = await openForReading(cwd);
  if (!store.ok) return store.failure.code === 'run/unknown-run' ? ok([]) : store;
  try {
    const runs = await runsIn(store.value);
    if (!runs.ok) return runs;
    const rows: RunRow[] = [];
    for (const { run, first, last } of runs.value) {
      const events = last.event.type === 'run.finished' ? ok([first, last]) : await eventsOf(store.value, run);
      if (!events.ok) return events;
      const row = await rowOf(store.value, events.value);
      if (!row.ok) return row;
      rows.push(row.value);
    }
    return ok(rows);
  } finally {
    await store.value.close();
  }
}

export interface RunDetail extends RunRow {
  readonly events: readonly StoredEvent[];
  /** Reads a value of the run whole. */
  readonly text: (value: Value) => Promise<Result<string, Refusal>>;
}

/** One run with its events; `use` runs while the store is open. `run` may be 'last'. */
export async function withRun<T>(cwd: string, run: string, use: (detail: RunDetail) => Promise<T>): Promise<Result<T, Refusal>> {
  const store = await openForReading(cwd);
  if (!store.ok) return store;
  try {
    const found = await findRun(store.value, run);
    if (!found.ok) return found;
    const row = await rowOf(store.value, found.value);
    if (!row.ok) return row;
    const text = async (value: Value): Promise<Result<string, Refusal>> => {
      const read = await textOf(store.value.blobs, value);
      return read.ok ? read : fail(refusalOf('store/unavailable', read.failure));
    };
    return ok(await use({ ...row.value, events: found.value, text }));
  } finally {
    await store.value.close();
  }
}

/** A run's events, or why there are none. 'last' names the newest run. */
export async function findRun(store: Store, run: string): Promise<Result<StoredEvent[], Refusal>> {
  const runs = await runsIn(store);
  if (!runs.ok) return runs;
  const id = run === 'last' ? runs.value[0]?.run : run;
  const events = id === undefined ? ok([]) : await eventsOf(store, id);
  if (!events.ok || events.value.length > 0) return events;
  const known = runs.value.slice(0, 5).map((row) => row.run);
  return fail({
    code: 'run/unknown-run',
    message: `there is no run "${run}" here`,
    hint: known.length > 0 ? `the newest: ${known.join(', ')}; pawl runs  lists all` : 'no run has been made here yet',
  });
}

/** All runs, newest first, each by its first and last event. */
export async function runsIn({ journal }: Store): Promise<Result<RunEnds[], Refusal>> {
  const runs = await journal.runs();
  return runs.ok ? runs : fail(refusalOf('store/unavailable', runs.failure));
}

/** The events of a run from one on; none for a run that is not there. */
export async function eventsOf({ journal }: Store, run: string, fromSeq = 0): Promise<Result<StoredEvent[], Refusal>> {
  const events = await journal.read(run, fromSeq);
  return events.ok ? events : fail(refusalOf('store/unavailable', events.failure));
}

/** Whether this run owns the workspace at this moment. */
export async function isAtWork({ ownership }: Store, run: string): Promise<Result<boolean, Refusal>> {
  const holder = await ownership.holder();
  return holder.ok ? ok(holder.value?.run === run) : fail(refusalOf('store/unavailable', holder.failure));
}

async function rowOf(store: Store, events: readonly StoredEvent[]): Promise<Result<RunRow, Refusal>> {
  const summary = summaryOf(events);
  if (summary.ending !== null) return ok({ summary, life: 'finished' });
  const atWork = await isAtWork(store, summary.run);
  return atWork.ok ? ok({ summary, life: atWork.value ? 'running' : 'interrupted' }) : atWork;
}
