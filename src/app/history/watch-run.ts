import { setTimeout as wait } from 'node:timers/promises';
import type { StoredEvent } from '../../core/events/envelope.ts';
import { isEnd, type RunEvent } from '../../core/events/run-event.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { openForReading } from '../project/open-project.ts';
import { eventsOf, findRun, isAtWork } from './find-run.ts';

const pollMs = 150;

/**
 * Hands on the events of a run that another process drives, as they come in, from `fromSeq` on; resolves when that process has let go
 * of the run: it is over, waits for a person, or was cut off. Reads only, so that the run does not know of it.
 */
export async function watchRun(
  cwd: string,
  run: string,
  fromSeq: number,
  onEvents: (events: readonly StoredEvent[]) => void,
): Promise<Result<void, Refusal>> {
  const opened = await openForReading(cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  try {
    const found = await findRun(store, run);
    if (!found.ok) return found;
    for (let seq = fromSeq; ; await wait(pollMs)) {
      // Asked before the journal is read: an owner that has let go has written its last event.
      const atWork = await isAtWork(store, run);
      if (!atWork.ok) return atWork;
      const events = await eventsOf(store, run, seq);
      if (!events.ok) return events;
      if (events.value.length > 0) onEvents(events.value);
      seq += events.value.length;
      if (events.value.some(({ event }) => isLast(event)) || !atWork.value) return ok(undefined);
    }
  } finally {
    await store.close();
  }
}

/** Whether nothing comes behind it: an act that has ended may still be reviewed. */
const isLast = (event: RunEvent): boolean =>
  event.type === 'review.ended' ? true : isEnd(event) && !(event.type === 'act.finished' && event.review !== undefined);
