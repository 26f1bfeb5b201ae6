import type { RunState } from '../core/engine/state.ts';
import { isInnerRun } from '../core/model/names.ts';
import type { Recorder } from '../journaling/recorder.ts';
import type { RunPlace } from '../ports/workspace.ts';
import type { DrivePorts } from './performance.ts';

/**
 * Writes down how the workspace is as a run begins to wait for a person: what differs when it is taken up again is then known to be
 * nothing that a step did. Gives the state as it came. A run that cannot be recorded now waits all the same. Runs within it share its workspace.
 */
export async function noteWaiting({ workspace }: DrivePorts, place: RunPlace, state: RunState, recorder: Recorder): Promise<RunState> {
  if (!state.recorded || isInnerRun(place.run)) return state;
  const taken = await workspace.snapshot(place, `waiting-${recorder.nextSeq}`, 'end');
  if (taken.ok) await recorder.append([{ type: 'run.waiting', snapshot: taken.value.snapshot }]);
  return state;
}
