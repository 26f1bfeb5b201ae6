import { programs } from '../../adapters/process/programs.ts';
import { actOf } from '../../core/act/act-of.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { ActRunEvent } from '../../core/events/run-event.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Store } from '../../ports/store.ts';
import { eventsOf } from '../history/find-run.ts';
import { resumedEvent } from '../history/resumed-event.ts';
import { openForChange } from '../project/open-project.ts';
import { withOwned } from '../project/own-workspace.ts';
import { rootOf } from '../project/root.ts';
import { systemClock } from '../surroundings/system-clock.ts';

/** Ends an act that nobody drives, and what its process left at work. It needs no model for that, and nothing is put back: what it did stays. */
export async function endAct(cwd: string, run: string, by: string): Promise<Result<void, Refusal>> {
  const opened = await openForChange(cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  try {
    return await withOwned(store, run, rootOf(cwd), async () => {
      const history = await eventsOf(store, run);
      if (!history.ok) return history;
      const first = history.value[0]?.event;
      if (first?.type === 'act.started') await programs().endAllWith(first.settings.runToken);
      return writeEnd(store, run, history.value, by);
    });
  } finally {
    await store.close();
  }
}

/** Writes down that an act which nobody drives has ended, as somebody cancelled it. */
export async function writeEnd(store: Store, run: string, history: readonly StoredEvent[], by: string): Promise<Result<void, Refusal>> {
  const resumed = resumedEvent(history, by, null);
  const failure = { kind: 'cancelled', message: 'the act was cancelled' } as const;
  const ending = { status: 'cancelled', outcome: 'cancelled', result: null, failure } as const;
  const { totals } = actOf(history);
  const events: ActRunEvent[] = [
    resumed,
    { type: 'cancel.asked', by },
    { type: 'act.ending', ending },
    { type: 'act.finished', ending, totals },
  ];
  const write = { run, expectedSeq: history.length, epoch: resumed.epoch, events, atMs: systemClock.nowMs() };
  const written = await store.journal.append(write);
  return written.ok ? ok(undefined) : fail(refusalOf('store/unavailable', written.failure));
}
