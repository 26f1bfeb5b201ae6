import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Store } from '../../ports/store.ts';
import { eventsOf, runsIn } from './find-run.ts';

/** How many calls of each step have ended, in a run (whose events these are) and those within it: a script goes on behind them. */
export async function callsMade(
  store: Store,
  run: string,
  history: readonly StoredEvent[],
): Promise<Result<ReadonlyMap<string, number>, Refusal>> {
  const runs = await runsIn(store);
  if (!runs.ok) return runs;
  const made = new Map<string, number>();
  count(history, made);
  for (const inner of runs.value.filter((row) => row.run.startsWith(`${run}.`))) {
    const events = await eventsOf(store, inner.run);
    if (!events.ok) return events;
    count(events.value, made);
  }
  return ok(made);
}

function count(history: readonly StoredEvent[], made: Map<string, number>): void {
  const steps = new Map<number, string>();
  for (const { event } of history) {
    if (event.type === 'prompt.requested') steps.set(event.op, event.step);
    if (event.type !== 'prompt.ended') continue;
    const step = steps.get(event.op) ?? '';
    made.set(step, (made.get(step) ?? 0) + 1);
  }
}
