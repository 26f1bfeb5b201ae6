import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Intent } from '../../core/events/event.ts';
import { isEnd } from '../../core/events/run-event.ts';
import type { Failure } from '../../core/model/failure.ts';
import { isInnerRun } from '../../core/model/names.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Value } from '../../core/model/value.ts';
import type { RunSummary } from '../../core/views/run-summary.ts';
import { summaryOf } from '../../core/views/summarize.ts';
import type { Workflow } from '../../core/workflow/workflow.ts';
import { textOf } from '../../journaling/value-store.ts';
import type { Store } from '../../ports/store.ts';
import { openForReading, openWhatIsLeft } from '../project/open-project.ts';
import { eventsOf, findRun, isAtWork, runsIn } from './find-run.ts';

/** Whether a run is over, going on, waits for a person's word, or was cut off (its process is gone). */
export type RunLife = 'finished' | 'running' | 'waiting' | 'interrupted';

interface RunRow {
  readonly summary: RunSummary;
  readonly life: RunLife;
}

export interface RunList {
  readonly rows: readonly RunRow[];
  /** Why these may not be all, where the journal is damaged and this is what can be read of it; else null. */
  readonly damage: Refusal | null;
}

/** All runs made in this folder, newest first, without those within others. Steps are not among what a row tells. */
export async function listRuns(cwd: string): Promise<Result<RunList, Refusal>> {
  const listed = await readingWhatIsLeft(cwd, rowsIn);
  if (!listed.ok) return listed.failure.code === 'run/unknown-run' ? ok({ rows: [], damage: null }) : listed;
  return ok({ rows: listed.value.read, damage: listed.value.damage });
}

async function rowsIn(store: Store): Promise<Result<RunRow[], Refusal>> {
  const runs = await runsIn(store);
  if (!runs.ok) return runs;
  const rows: RunRow[] = [];
  for (const { run, first, last } of runs.value.filter((row) => !isInnerRun(row.run))) {
    const events = isEnd(last.event) ? ok([first, last]) : await eventsOf(store, run);
    if (!events.ok) return events;
    const row = await rowOf(store, events.value);
    if (!row.ok) return row;
    rows.push(row.value);
  }
  return ok(rows);
}

export interface RunDetail extends RunRow {
  readonly events: readonly StoredEvent[];
  /** What it waits for a person to say; null where it does not. */
  readonly question: Question | null;
  /** Reads a value of the run whole. */
  readonly text: (value: Value) => Promise<Result<string, Refusal>>;
  readonly bytes: (value: Value) => Promise<Result<Uint8Array, Refusal>>;
  /** A run within it; null where none was begun. */
  readonly inner: (run: string) => Promise<Result<RunSummary | null, Refusal>>;
  /** The workflow that it goes by; null where this version of Pawl cannot read it. */
  readonly workflow: () => Promise<Workflow | null>;
}

/**
 * One run with its events; `use` runs while the store is open. `run` may be 'last'. Of a damaged journal `use` is given what can still be
 * read, and then the damage is the answer all the same.
 */
export async function withRun<T>(cwd: string, run: string, use: (detail: RunDetail) => Promise<T>): Promise<Result<T, Refusal>> {
  const used = await readingWhatIsLeft(cwd, async (store) => {
    const detail = await detailOf(store, run);
    return detail.ok ? ok(await use(detail.value)) : detail;
  });
  if (!used.ok) return used;
  return used.value.damage === null ? ok(used.value.read) : fail(used.value.damage);
}

/** Reads from the store of a folder; where its journal is damaged, from what is left of it, with the reason beside. */
async function readingWhatIsLeft<T>(
  cwd: string,
  read: (store: Store) => Promise<Result<T, Refusal>>,
): Promise<Result<{ readonly read: T; readonly damage: Refusal | null }, Refusal>> {
  const store = await openForReading(cwd);
  const whole = store.ok ? await readAndClose(store.value, read) : store;
  if (whole.ok) return ok({ read: whole.value, damage: null });
  if (whole.failure.code !== 'store/damaged') return whole;
  const remains = await openWhatIsLeft(cwd);
  if (!remains.ok) return whole;
  const left = await readAndClose(remains.value, read);
  return left.ok ? ok({ read: left.value, damage: whole.failure }) : whole;
}

async function readAndClose<T>(store: Store, read: (store: Store) => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

async function detailOf(store: Store, run: string): Promise<Result<RunDetail, Refusal>> {
  const found = await findRun(store, run);
  if (!found.ok) return found;
  const row = await rowOf(store, found.value);
  if (!row.ok) return row;
  const { blobs } = store;
  const { summary, life } = row.value;
  const question = life === 'waiting' ? await questionOf(store, summary) : ok(null);
  if (!question.ok) return question;
  return ok({
    summary,
    life,
    events: found.value,
    question: question.value,
    text: async (value) => readable(await textOf(blobs, value)),
    bytes: async (value) => ('text' in value ? ok(Buffer.from(value.text)) : readable(await blobs.get(value.blob))),
    inner: (inner) => innerRun(store, inner),
    async workflow() {
      const { sourceOf } = await import('./recorded-workflow.ts');
      const source = await sourceOf(store, found.value);
      return source.ok ? source.value.workflow : null;
    },
  });
}

const readable = <T>(read: Result<T, Failure>): Result<T, Refusal> => (read.ok ? read : fail(refusalOf('store/unavailable', read.failure)));

async function rowOf(store: Store, events: readonly StoredEvent[]): Promise<Result<RunRow, Refusal>> {
  const summary = summaryOf(events);
  const life = await lifeOf(store, summary);
  return life.ok ? ok({ summary, life: life.value }) : life;
}

async function lifeOf(store: Store, summary: RunSummary): Promise<Result<RunLife, Refusal>> {
  if (summary.ending !== null || summary.taken !== null) return ok('finished');
  const atWork = await isAtWork(store, summary.run);
  if (!atWork.ok) return atWork;
  if (atWork.value) return ok('running');
  const question = await questionOf(store, summary);
  return question.ok ? ok(question.value === null ? 'interrupted' : 'waiting') : question;
}

async function innerRun(store: Store, run: string): Promise<Result<RunSummary | null, Refusal>> {
  const events = await eventsOf(store, run);
  return events.ok ? ok(events.value.length === 0 ? null : summaryOf(events.value)) : events;
}

/** What only a person can answer, and what else nobody does meanwhile. */
export interface Question {
  /** The run that asks: this one or one within it. */
  readonly run: string;
  readonly step: string;
  readonly text: string;
}

/** What a run that nobody drives waits for a person to say, also one within it; null where it waits for nobody. */
export async function questionOf(store: Store, { run, pending, act }: RunSummary): Promise<Result<Question | null, Refusal>> {
  const [held] = act?.held ?? [];
  if (held !== undefined) return ok({ run, step: 'a call of ctx', text: held.question });
  const [intent, ...others] = pending.values();
  if (intent?.type === 'function.requested') return heldQuestionOf(store, run, [intent, ...others]);
  if (intent === undefined || others.length > 0) return ok(null);
  if (intent.type === 'approval.requested') return ok({ run, step: intent.step, text: intent.question });
  if (intent.type !== 'workflow.requested') return ok(null);
  const inner = await innerRun(store, `${run}.${intent.child}`);
  return inner.ok && inner.value !== null && inner.value.ending === null ? questionOf(store, inner.value) : inner.ok ? ok(null) : inner;
}

/** What the first of several functions that wait asks; they are asked one after another. */
async function heldQuestionOf(store: Store, run: string, intents: readonly Intent[]): Promise<Result<Question | null, Refusal>> {
  for (const intent of intents) {
    if (intent.type !== 'function.requested') return ok(null);
    const inner = await innerRun(store, `${run}.${intent.child}`);
    if (!inner.ok) return inner;
    const question = inner.value === null || inner.value.ending !== null ? ok(null) : await questionOf(store, inner.value);
    if (!question.ok || question.value !== null) return question;
  }
  return ok(null);
}
