import type { Ending, WorkflowEvent } from '../events/event.ts';
import { stopReason } from './attempt.ts';
import { budgetReached } from './budget.ts';
import { decideFrame } from './decide-frame.ts';
import { decideGroup, openStep } from './decide-group.ts';
import { intents } from './intents.ts';
import type { Procedure } from './procedure.ts';
import type { RunState } from './state.ts';
import { notHeard } from './steered.ts';

/**
 * What the engine concludes and wants next, as events to append: facts, and intents for the driver to perform. Empty = it
 * waits for an outcome or is paused, or the run is finished. To be called until it is empty: each answer supposes the one before applied.
 */
export function decide(procedure: Procedure, state: RunState): WorkflowEvent[] {
  if (state.phase === 'finished') return [];
  if (state.ending !== null) return ending(state, state.ending);
  if (state.steering.paused && !state.cancelled) return [];
  switch (state.phase) {
    case 'new':
      return [];
    case 'starting':
      if (state.pending.size > 0) return [];
      if (state.cancelled) return [stoppedRun(state)];
      return [intents(state, whole, 0).snapshot('start')];
    case 'walking':
      return walking(procedure, state);
  }
}

/** What serves the run and no step of it. */
const whole = { step: '', item: 0 } as const;

const stoppedRun = (state: RunState): WorkflowEvent =>
  state.passedLimitMs === null
    ? { type: 'run.ending', status: 'cancelled', outcome: 'cancelled', error: state.steering.stopped }
    : { type: 'run.ending', status: 'failed', outcome: 'failed', error: stopReason(state) };

function walking(procedure: Procedure, state: RunState): WorkflowEvent[] {
  for (const frame of state.frames) {
    const events = decideFrame(procedure, state, frame);
    if (events.length > 0) return events;
  }
  if (state.group !== null) return decideGroup(procedure, state, state.group);
  return state.frames.length > 0 || state.pending.size > 0 ? [] : walk(procedure, state);
}

function walk(procedure: Procedure, state: RunState): WorkflowEvent[] {
  if (state.cancelled) return [stoppedRun(state)];
  if (state.halt !== null) return [{ type: 'run.ending', ...state.halt }];
  const step = nextStep(procedure, state);
  if (step === null) {
    const outcome = state.stuck ? 'stuck' : state.exhausted ? 'exhausted' : 'completed';
    return [{ type: 'run.ending', status: 'succeeded', outcome, error: null }];
  }
  const spent = budgetReached(procedure, state);
  if (spent !== null) {
    const kept = state.totals.kept > 0;
    return [{ type: 'run.ending', status: kept ? 'succeeded' : 'failed', outcome: 'budget', error: kept ? null : spent }];
  }
  return openStep(procedure, state, step);
}

function nextStep(procedure: Procedure, { next }: RunState) {
  if (next === 'end') return null;
  if ('at' in next) return procedure.stepAt(next.at);
  return next.after === null ? procedure.firstStep() : procedure.stepAfter(next.after);
}

/** Whoever asked something is answered before the last event: nobody answers behind it. */
function ending(state: RunState, end: Ending): WorkflowEvent[] {
  if (state.pending.size > 0) return [];
  if (state.start !== null && state.fresh === null && !state.endRecorded) return [intents(state, whole, 0).snapshot('end')];
  if (state.steering.questions.size > 0) return [];
  return [...notHeard(state.steering), { type: 'run.finished', ...end, totals: state.totals }];
}
