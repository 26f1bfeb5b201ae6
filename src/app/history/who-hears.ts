import type { StoredEvent } from '../../core/events/envelope.ts';
import { outermostRun } from '../../core/model/names.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Store } from '../../ports/store.ts';
import { eventsOf } from './find-run.ts';

/** A run that hears what is said to another, with what has happened in it. */
export interface Hearing {
  readonly run: string;
  readonly history: readonly StoredEvent[];
}

/** Who hears what is said to a run now: itself; or, where it is an act that has ended and is being reviewed, its librarian. */
export async function whoHears(store: Store, history: readonly StoredEvent[]): Promise<Result<Hearing, Refusal>> {
  const { run, event: last } = history.at(-1) as StoredEvent;
  const own = ok({ run, history });
  if (last.type !== 'act.finished' || last.review === undefined) return own;
  const reviewer = await store.reviews(outermostRun(run)).holder();
  if (!reviewer.ok) return fail(refusalOf('store/unavailable', reviewer.failure));
  if (reviewer.value === null) return own;
  const events = await eventsOf(store, last.review);
  return events.ok ? ok({ run: last.review, history: events.value }) : events;
}
