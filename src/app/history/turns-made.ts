import type { ActSettings } from '../../core/events/act-event.ts';
import type { Store } from '../../ports/store.ts';

/** How many turns of the acts within a run, or of its librarians, have ended: the script of one that is taken up again goes on behind them. */
export async function turnsMadeWithin(store: Store, run: string, role?: ActSettings['role']): Promise<number> {
  const runs = await store.journal.runs();
  let turns = 0;
  for (const row of runs.ok ? runs.value.filter((each) => each.run.startsWith(`${run}.`)) : []) {
    const events = await store.journal.read(row.run);
    const first = events.ok ? events.value[0]?.event : undefined;
    if (events.ok && first?.type === 'act.started' && first.settings.role === role)
      turns += events.value.filter(({ event }) => event.type === 'turn.ended').length;
  }
  return turns;
}
