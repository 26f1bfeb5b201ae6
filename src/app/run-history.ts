import type { Store } from '../adapters/store/sqlite/open-store.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Value } from '../core/model/value.ts';
import { type RunSummary, summaryOf } from '../core/views/run-summary.ts';
import { textOf } from '../drive/value-store.ts';
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
    const runs = await store.value.journal.runs();
    if (!runs.ok) return fail({ code: 'store/unavailable', message: runs.failure.message });
    const holder = await store.value.ownership.holder();
    const rows: RunRow[] = [];
    for (const { run, first, last } of runs.value) {
      const done = last.event.type === 'run.finished';
      const events = done ? [first, last] : await eventsOf(store.value, run);
      const summary = summaryOf(events);
      rows.push({ summary, life: lifeOf(summary, holder?.run ?? null) });
    }
    return ok(rows);
  } finally {
    await store.value.close();
  }
}

export interface RunDetail extends RunRow {
  readonly events: readonly StoredEvent[];
  /** Reads a value of the run whole. */
  readonly text: (value: Value) => Promise<string>;
}

/** One run with its events; `use` runs while the store is open. `run` may be 'last'. */
export async function withRun<T>(cwd: string, run: string, use: (detail: RunDetail) => Promise<T>): Promise<Result<T, Refusal>> {
  const store = await openForReading(cwd);
  if (!store.ok) return store;
  try {
    const found = await findRun(store.value, run);
    if (!found.ok) return found;
    const holder = await store.value.ownership.holder();
    const summary = summaryOf(found.value);
    const text = async (value: Value) => {
      const read = await textOf(store.value.blobs, value);
      return read.ok ? read.value : `(${read.failure.message})`;
    };
    return ok(await use({ summary, life: lifeOf(summary, holder?.run ?? null), events: found.value, text }));
  } finally {
    await store.value.close();
  }
}

/** A run's events, or why there are none. 'last' names the newest run. */
export async function findRun(store: Store, run: string): Promise<Result<StoredEvent[], Refusal>> {
  const runs = await store.journal.runs();
  if (!runs.ok) return fail({ code: 'store/unavailable', message: runs.failure.message });
  const id = run === 'last' ? runs.value[0]?.run : run;
  const events = id === undefined ? [] : await eventsOf(store, id);
  if (events.length > 0) return ok(events);
  const known = runs.value.slice(0, 5).map((row) => row.run);
  return fail({
    code: 'run/unknown-run',
    message: `there is no run "${run}" here`,
    hint: known.length > 0 ? `the newest: ${known.join(', ')}; pawl runs  lists all` : 'no run has been made here yet',
  });
}

async function eventsOf(store: Store, run: string): Promise<StoredEvent[]> {
  const events = await store.journal.read(run);
  return events.ok ? events.value : [];
}

const lifeOf = (summary: RunSummary, holder: string | null): RunLife =>
  summary.ending !== null ? 'finished' : summary.run === holder ? 'running' : 'interrupted';
