import type { RunState } from '../core/engine/state.ts';
import type { Failure } from '../core/model/failure.ts';
import type { RunPlace, Workspace } from '../ports/workspace.ts';

/** A run that had to stop because its journal can no longer be written. */
export interface Stopped {
  readonly failure: Failure;
  /** Whether an attempt was open and went back to before it; or why it could not. */
  readonly putBack: 'nothing was open' | 'put back' | Failure;
}

/** Puts the attempt that is open back to before it, as a gate's refusal would, without a word in the journal. */
export async function putBackOpen(workspace: Workspace, place: RunPlace, state: RunState): Promise<Stopped['putBack']> {
  const before = state.frames.find((frame) => frame.before !== null && frame.stage.at !== 'between')?.before ?? null;
  if (before === null) return 'nothing was open';
  const left = await workspace.snapshot(place, 'stopped', 'left');
  if (!left.ok) return left.failure;
  const restored = await workspace.restore(place, before, left.value.snapshot);
  return restored.ok ? 'put back' : restored.failure;
}
