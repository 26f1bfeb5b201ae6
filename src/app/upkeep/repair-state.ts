import { existsSync } from 'node:fs';
import { checkJournal } from '../../adapters/store/sqlite/examine-store.ts';
import { lockOwnership } from '../../adapters/store/sqlite/ownership.ts';
import { type Repaired, repairStore } from '../../adapters/store/sqlite/repair.ts';
import { actOf } from '../../core/act/act-of.ts';
import { stateOf } from '../../core/engine/state-of.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import { isOver, type RunEvent } from '../../core/events/run-event.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { withOwned } from '../project/own-workspace.ts';
import { rootOf, stateFolder } from '../project/root.ts';
import { systemClock } from '../surroundings/system-clock.ts';

/**
 * Moves a damaged journal aside and puts a new one with all that can be read of it in its place. Refused where nothing is damaged,
 * where it cannot be told, and while somebody is at work. A run that was not over is ended: whether its last events are among those that
 * were lost nobody can know, and to go on from an earlier one would do again, or put back, what was done since.
 */
export async function repairState(cwd: string): Promise<Result<Repaired, Refusal>> {
  const root = rootOf(cwd);
  const folder = stateFolder(root);
  if (!existsSync(folder)) return fail({ code: 'store/nothing-to-repair', message: `no run has been made in ${root} yet` });
  const ownership = lockOwnership(folder, false);
  return withOwned({ ownership }, 'pawl doctor --repair', root, async () => {
    const checked = await checkJournal(folder);
    if (checked.ok) {
      const message = `nothing is damaged: ${checked.value.runs} runs with ${checked.value.events} events can all be read`;
      return fail({ code: 'store/nothing-to-repair', message });
    }
    if (!checked.failure.damaged) return fail(refusalOf('store/unavailable', checked.failure));
    const atMs = systemClock.nowMs();
    const name = new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-');
    const repaired = repairStore(folder, { name, atMs }, endOf);
    return repaired.ok ? ok(repaired.value) : fail(refusalOf('store/unavailable', repaired.failure));
  });
}

/** What a run is ended with by a repair; null for one that is over. */
function endOf(events: readonly StoredEvent[]): RunEvent | null {
  if (events.some(({ event }) => isOver(event))) return null;
  const error = 'its journal was damaged and has been repaired; what came after this may be lost, so the run does not go on';
  if (events[0]?.event.type !== 'act.started') {
    return { type: 'run.finished', status: 'failed', outcome: 'failed', error, totals: stateOf(events).totals };
  }
  const failure = { kind: 'io', message: error } as const;
  return { type: 'act.finished', ending: { status: 'failed', outcome: 'failed', result: null, failure }, totals: actOf(events).totals };
}
