import type { StoredEvent } from '../../core/events/envelope.ts';
import { isInnerRun, outermostRun } from '../../core/model/names.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { RunEnds } from '../../ports/journal.ts';
import type { Store } from '../../ports/store.ts';

/** A run's events, or why there are none. 'last' names the newest run. */
export async function findRun(store: Store, run: string): Promise<Result<StoredEvent[], Refusal>> {
  const runs = await runsIn(store);
  if (!runs.ok) return runs;
  const outer = runs.value.filter((row) => !isInnerRun(row.run));
  const id = run === 'last' ? outer[0]?.run : run;
  const events = id === undefined ? ok([]) : await eventsOf(store, id);
  if (!events.ok || events.value.length > 0) return events;
  const known = outer.slice(0, 5).map((row) => row.run);
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

/** Whether this run, or the one that it is a part of, owns the workspace at this moment, or is reviewed. */
export async function isAtWork({ ownership, reviews }: Store, run: string): Promise<Result<boolean, Refusal>> {
  const outer = outermostRun(run);
  const holder = await ownership.holder();
  if (!holder.ok) return fail(refusalOf('store/unavailable', holder.failure));
  if (holder.value?.run === outer) return ok(true);
  const reviewer = await reviews(outer).holder();
  return reviewer.ok ? ok(reviewer.value !== null) : fail(refusalOf('store/unavailable', reviewer.failure));
}
