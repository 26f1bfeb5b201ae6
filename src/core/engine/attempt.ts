import type { Intent } from '../events/event.ts';
import type { Snapshot, Undoing } from '../events/event-parts.ts';
import { durationText } from '../model/duration.ts';
import type { Loop, Step, WorkStep } from '../workflow/workflow.ts';
import type { Frame } from './frame.ts';
import { intents } from './intents.ts';
import type { Procedure } from './procedure.ts';
import { isShared, type RunState } from './state.ts';

/** One open step with all that decides about it. */
export interface Attempt {
  readonly procedure: Procedure;
  readonly state: RunState;
  readonly frame: Frame;
  readonly step: WorkStep;
  /** The step's loop, if it is one. */
  readonly loop: Loop | null;
  /** Whether a work tree is recorded and put back around it: in a repository, and nobody else is at work in that tree. */
  readonly covered: boolean;
}

export function attemptOf(procedure: Procedure, state: RunState, frame: Frame): Attempt {
  const step: Step = procedure.stepOf(frame.step);
  if (step.kind === 'parallel') throw new Error(`the parallel step "${step.id}" has no frame of its own`);
  const alone = frame.tree !== null || frame.group === null || !isShared(state.group);
  return { procedure, state, frame, step, loop: step.kind === 'prompt' ? step.loop : null, covered: state.recorded && alone };
}

export const intend = ({ state, frame }: Attempt) => intents(state, frame, frame.iteration);

/** How messages call a step: by its id, and the item where it is one of many. */
export const nameOf = ({ step, item }: { readonly step: string; readonly item: number }): string =>
  item === 0 ? step : `${step} (item ${item})`;

/** Why nothing further is begun, as the reason of what was under way. */
export const stopReason = ({ passedLimitMs, steering }: RunState): string =>
  passedLimitMs === null ? (steering.stopped ?? 'cancelled') : `the run timed out after ${durationText(passedLimitMs)}`;

/** That nothing further of a step is begun, in words. */
export const stoppedText = (name: string, state: RunState): string =>
  state.passedLimitMs === null ? `${name} was ${stopReason(state)}` : `${name} stopped: ${stopReason(state)}`;

export const stopped = ({ state }: Attempt): Undoing => ({ verdict: 'failed', reason: stopReason(state), fatal: true });

/** The state that an attempt goes back to. */
export function before({ frame }: Attempt): Snapshot {
  if (frame.before === null) throw new Error(`${frame.step} is to be committed or put back, and the journal has no state before it`);
  return frame.before;
}

/** Whether what the attempt did to the work tree is taken back; of commands and functions only those that asked for it. */
export const isPutBack = ({ covered, frame, step }: Attempt): boolean =>
  covered && frame.before !== null && (step.kind === 'prompt' || ((step.kind === 'command' || step.kind === 'function') && step.snapshot));

/** Puts the attempt back to before it, where that is recorded; what it left is recorded first. */
export function undo(attempt: Attempt, because: Undoing): Intent | null {
  return isPutBack(attempt) ? intend(attempt).snapshot('left', because) : null;
}
