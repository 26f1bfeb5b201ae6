import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Found } from '../../core/events/event-parts.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Store } from '../../ports/store.ts';
import type { RunPlace, Workspace } from '../../ports/workspace.ts';
import { knownStates } from '../history/known-states.ts';
import { systemClock } from '../surroundings/system-clock.ts';

const namedPaths = 5;

/** What it takes to look at a run's workspace before the run is taken up. */
export interface TakingUp {
  readonly store: Store;
  readonly workspace: Workspace;
  readonly place: RunPlace;
  readonly history: readonly StoredEvent[];
  /** "pawl resume" and the like. */
  readonly by: string;
  readonly anyway: boolean;
}

/**
 * Looks at the workspace of a run before it is taken up, where it will then be put back or a commit be made: what differs from what was
 * recorded last is the interrupted step's or a person's, which nobody can tell, so it is recorded as it is found. null = nothing differs,
 * or nothing will be put back. Refused where more than files differs, unless `anyway`: a commit, a stash, a merge that somebody made meanwhile
 * would be gone from where they made it. After a run that waited for a person nothing is put back: what differs is theirs, and noted,
 * so that `pawl undo` does not take it for the run's.
 */
export async function foundWorkspace(taking: TakingUp): Promise<Result<Found | null, Refusal>> {
  const { workspace, place, by, anyway } = taking;
  const last = taking.history.at(-1)?.event;
  const waiting = last?.type === 'run.waiting' ? last.snapshot : null;
  const known =
    waiting === null
      ? await knownStates(taking.store, place.run, taking.history)
      : ok({ states: [{ snapshot: waiting, commit: null }], sets: 'all' as const });
  if (!known.ok) return known;
  const { states, sets } = known.value;
  const since = states[0]?.snapshot;
  if (since === undefined || sets === 'nothing') return ok(null);
  const changes = await workspace.changesSince(place, states);
  if (!changes.ok) return fail(refusalOf('run/workspace-obstacle', changes.failure));
  const { staged, besides } = changes.value;
  const files = [...(sets === 'all' ? changes.value.files : []), ...(staged ? ['what is staged'] : [])];
  if (files.length === 0 && besides === null) return ok(null);
  if (waiting === null && besides !== null && !anyway) return fail(changedRefusal(place.run, by, besides));
  const taken = await workspace.snapshot(place, `found-${systemClock.nowMs()}`, 'left');
  if (!taken.ok) return fail(refusalOf('run/workspace-obstacle', taken.failure));
  const found: Found = { since, snapshot: taken.value.snapshot, paths: files.slice(0, namedPaths), files: files.length, besides };
  return ok(waiting === null ? found : { ...found, waited: true });
}

const changedRefusal = (run: string, by: string, besides: string): Refusal => ({
  code: 'run/changed-since',
  message: `since run ${run} last recorded the workspace, more than files has changed: ${besides}. To take it up would put that back, and it may be yours; nothing was touched`,
  hint: `${by === 'pawl cancel' ? by : 'pawl resume'} ${run} --anyway  takes it up all the same: what is there is recorded first, and said where; pawl undo ${run} --anyway  puts everything back to before the run`,
});
