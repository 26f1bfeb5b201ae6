import type { RunState } from '../core/engine/state.ts';
import type { Intent } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { RunPlace } from '../ports/workspace.ts';
import type { DrivePorts } from './performance.ts';

/** A run that had to stop: its journal can no longer be written, or the storage that the workspace is recorded in gave out. */
export interface Stopped {
  readonly failure: Failure;
  /**
   * Whether an attempt was open and went back to before it; or why it could not. `taken over`: the journal refused, as somebody else has
   * taken the run up, and the workspace with it; then nothing in it was touched. `left to resume`: the journal stands and says what was
   * under way; nothing was touched.
   */
  readonly putBack: 'nothing was open' | 'put back' | 'taken over' | 'left to resume' | Failure;
  /** What could not be done; null where it was an append. */
  readonly intent: Intent | null;
}

/**
 * Puts the attempt that is open in the user's work tree back to before it, as a gate's refusal would, without a word in the
 * journal. A work tree that a step has for itself is nobody's but the run's and stays as it is.
 */
export async function putBackOpen({ workspace }: DrivePorts, place: RunPlace, state: RunState): Promise<Stopped['putBack']> {
  const open = state.frames.find(({ before, tree, stage }) => before !== null && tree === null && stage.at !== 'between');
  const before = open?.before ?? null;
  if (before === null) return 'nothing was open';
  const left = await workspace.snapshot(place, 'stopped', 'left');
  if (!left.ok) return left.failure;
  const restored = await workspace.restore(place, before, left.value.snapshot);
  return restored.ok ? 'put back' : restored.failure;
}
