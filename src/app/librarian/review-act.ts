import { hostname } from 'node:os';
import type { StorageEnd } from '../../core/events/act-event.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { ActRunEvent } from '../../core/events/run-event.ts';
import type { Failure } from '../../core/model/failure.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { Recorder } from '../../journaling/recorder.ts';
import type { Store } from '../../ports/store.ts';
import { eventsOf } from '../history/find-run.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { type ActRecord, pendingReview, recordOf } from './act-record.ts';
import { type LibrarianParts, type LibrarianTask, workOfLibrarian } from './librarian-act.ts';
import { requestOf } from './librarian-request.ts';
import { taskOf } from './librarian-task.ts';

interface Review extends LibrarianParts {
  readonly run: string;
  /** Aborting it ends the review, and nothing is stored. */
  readonly signal: AbortSignal;
  /** Told of each event of the act that it brings about. */
  readonly onEvent: (stored: StoredEvent) => void;
  /** Told of those of the librarian. */
  readonly onLibrarian: (stored: StoredEvent) => void;
  /** Told once the librarian can hear. */
  readonly onOpen: LibrarianTask['onOpen'];
}

/** Lets go of a review that was claimed; once it is done nothing is left of the claim. */
export type ReleaseReview = (isDone: boolean) => Promise<void>;

/** Keeps others off the review of an act; null = somebody else is at it. */
export async function claimReview({ reviews }: Pick<Store, 'reviews'>, run: string): Promise<ReleaseReview | null> {
  const claim = reviews(run);
  const claimed = await claim.acquire({ run, pid: process.pid, host: hostname() });
  if (!claimed.ok || !claimed.value.owned) return null;
  const { release } = claimed.value;
  return async (isDone) => {
    await release();
    if (isDone) await claim.forget();
  };
}

/**
 * Reviews an act that has ended, once its own passes have; whoever calls it has claimed the review. What stands in the way is a warning in the act's
 * journal, and nothing was stored then. Gives whether it is done: it is not where other librarians had the library all the time.
 */
export async function reviewAct(review: Review): Promise<boolean> {
  const { store, run } = review;
  const history = await eventsOf(store, run);
  const pending = history.ok ? pendingReview(history.value) : null;
  if (!history.ok) return false;
  if (pending === null) return true;
  const record = recordOf(run, history.value);
  const summaries = await summariesOf(review, record);
  if (summaries === null) return false;
  const { instructions } = pending;
  const task = taskOf(review, record, {
    run: pending.reviewer,
    context: instructions === null ? null : (record.state.settings?.reviewContext ?? null),
    signal: review.signal,
    request: () => requestOf(review, record, { focus: null, instructions, summaries }),
  });
  const end = await workOfLibrarian(review, { ...task, onOpen: review.onOpen, onEvent: review.onLibrarian });
  if (end === null) return false;
  return (await noted(review, [...warningOf(end), { type: 'review.ended', op: pending.op, ...end }])).ok;
}

const warningOf = ({ outcome, summary }: StorageEnd): ActRunEvent[] =>
  outcome === 'failed' ? [{ type: 'warning', step: '', message: `nothing was stored of what was done: ${summary}` }] : [];

/** What the passes of the act said; those that were cut off are taken up first. null = one is still to be done. */
async function summariesOf(review: Review, record: ActRecord): Promise<readonly string[] | null> {
  const summaries = [...record.state.summaries];
  for (const [run, { request: focus }] of record.state.storage) {
    const task = taskOf(review, record, {
      run,
      context: null,
      signal: review.signal,
      request: () => requestOf(review, record, { focus, instructions: null, summaries: record.state.summaries }),
    });
    const end = await workOfLibrarian(review, task);
    if (end === null) return null;
    summaries.push(end.summary);
  }
  return summaries;
}

const tries = 5;

/** Appends behind the end of the act. A person may do the same meanwhile (drop what it did): then once more behind that. */
async function noted({ store, run, onEvent }: Review, events: readonly ActRunEvent[]): Promise<Result<void, Failure>> {
  let noted: Result<void, Failure> = ok(undefined);
  for (let tried = 0; tried < tries; tried++) {
    const history = await store.journal.read(run);
    if (!history.ok) return history;
    const { epoch = 1 } = history.value.at(-1) ?? {};
    const recorder = new Recorder({ ...store, clock: systemClock, run, epoch, nextSeq: history.value.length, observe: onEvent });
    noted = await recorder.append(events);
    if (noted.ok || noted.failure.kind !== 'refused') return noted;
  }
  return fail(noted.ok ? { kind: 'io', message: 'the review could not be noted' } : noted.failure);
}
