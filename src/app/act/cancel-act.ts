import { actOf } from '../../core/act/act-of.ts';
import type { ActRunEvent } from '../../core/events/run-event.ts';
import { isEnd } from '../../core/events/run-event.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Store } from '../../ports/store.ts';
import { eventsOf, runsIn } from '../history/find-run.ts';
import { resumedEvent } from '../history/resumed-event.ts';
import { systemClock } from '../surroundings/system-clock.ts';

/** Writes that acts which nobody drives are over: this one and all within it that have not ended, the innermost first. Nothing of what they did is put back. */
export async function cancelAct(store: Store, run: string, by: string): Promise<Result<void, Refusal>> {
  const runs = await runsIn(store);
  if (!runs.ok) return runs;
  const open = runs.value.filter((each) => (each.run === run || each.run.startsWith(`${run}.`)) && !isEnd(each.last.event));
  const innermostFirst = open.map((each) => each.run).sort((one, other) => depthOf(other) - depthOf(one));
  for (const each of innermostFirst) {
    const written = await cancelOne(store, each, by);
    if (!written.ok) return written;
  }
  return ok(undefined);
}

const depthOf = (run: string): number => run.split('.').length;

async function cancelOne(store: Store, run: string, by: string): Promise<Result<void, Refusal>> {
  const history = await eventsOf(store, run);
  if (!history.ok) return history;
  if (history.value[0]?.event.type !== 'act.started') return ok(undefined);
  const resumed = resumedEvent(history.value, by, null);
  const failure = { kind: 'cancelled', message: 'the act was cancelled' } as const;
  const ending = { status: 'cancelled', outcome: 'cancelled', result: null, failure } as const;
  const { totals } = actOf(history.value);
  const events: ActRunEvent[] = [
    resumed,
    { type: 'cancel.asked', by },
    { type: 'act.ending', ending },
    { type: 'act.finished', ending, totals },
  ];
  const write = { run, expectedSeq: history.value.length, epoch: resumed.epoch, events, atMs: systemClock.nowMs() };
  const written = await store.journal.append(write);
  return written.ok ? ok(undefined) : fail(refusalOf('store/unavailable', written.failure));
}
