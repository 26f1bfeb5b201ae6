import type { Store } from '../../ports/store.ts';

/** How many turns of the acts within a run have ended: the script of one that is taken up again goes on behind them. */
export async function turnsMadeWithin(store: Store, run: string): Promise<number> {
  const runs = await store.journal.runs();
  let turns = 0;
  for (const row of runs.ok ? runs.value.filter((each) => each.run.startsWith(`${run}.`)) : []) {
    const events = await store.journal.read(row.run);
    if (events.ok) turns += events.value.filter(({ event }) => event.type === 'turn.ended').length;
  }
  return turns;
}
