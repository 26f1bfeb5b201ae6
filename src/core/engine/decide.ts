import type { Ending, RunEvent } from '../events/event.ts';
import { budgetReached } from './budget.ts';
import { decideFrame } from './decide-frame.ts';
import { intents } from './intents.ts';
import type { Procedure } from './procedure.ts';
import type { Group, RunState } from './state.ts';

/**
 * What the engine concludes and wants next, as events to append: facts, and intents for the driver to perform. Empty = it
 * waits for an outcome, or the run is finished. To be called until it is empty: each answer supposes the one before applied.
 */
export function decide(procedure: Procedure, state: RunState): RunEvent[] {
  if (state.phase === 'finished') return [];
  if (state.ending !== null) return ending(state, state.ending);
  switch (state.phase) {
    case 'new':
      return [];
    case 'starting':
      if (state.pending.size > 0) return [];
      if (state.cancelled) return [cancelledRun];
      return [intents(state, '', 0).snapshot('start', 'start')];
    case 'walking':
      return walking(procedure, state);
  }
}

const cancelledRun: RunEvent = { type: 'run.ending', status: 'cancelled', outcome: 'cancelled', error: null };

function walking(procedure: Procedure, state: RunState): RunEvent[] {
  for (const frame of state.frames) {
    const events = decideFrame(procedure, state, frame);
    if (events.length > 0) return events;
  }
  if (state.group !== null) return group(procedure, state, state.group);
  return state.frames.length > 0 ? [] : walk(procedure, state);
}

function walk(procedure: Procedure, state: RunState): RunEvent[] {
  if (state.cancelled) return [cancelledRun];
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
  if (step.kind === 'parallel') return [{ type: 'step.started', step: step.id, kind: 'parallel', children: step.children }];
  return [{ type: 'step.started', step: step.id, kind: kindOf(step), group: null }];
}

function nextStep(procedure: Procedure, { next }: RunState) {
  if (next === 'end') return null;
  if ('at' in next) return procedure.stepAt(next.at);
  return next.after === null ? procedure.firstStep() : procedure.stepAfter(next.after);
}

const kindOf = (step: { kind: 'command' } | { kind: 'prompt'; loop: unknown }) =>
  step.kind === 'prompt' && step.loop !== null ? 'loop' : step.kind;

/** Opens children up to the width that was asked for; ends the group when all are done. Failing in part goes on. */
function group(procedure: Procedure, state: RunState, open: Group): RunEvent[] {
  const [child] = open.waiting;
  if (child !== undefined && !state.cancelled)
    return state.frames.length < state.settings.jobs ? openChild(procedure, state, open, child) : [];
  return state.frames.length > 0 ? [] : [{ type: 'step.finished', step: open.step, group: null, result: groupResult(state, open) }];
}

function openChild(procedure: Procedure, state: RunState, { step: group }: Group, step: string): RunEvent[] {
  const child = procedure.stepOf(step);
  if (child.kind === 'parallel') throw new Error(`the parallel step "${group}" has a parallel child, which validation refuses`);
  const opened: RunEvent = { type: 'step.started', step, kind: kindOf(child), group };
  const spent = budgetReached(procedure, state);
  if (spent === null) return [opened];
  return [opened, { type: 'step.finished', step, group, result: { ok: false, error: `${step} did not run: ${spent}`, why: 'budget' } }];
}

function groupResult(state: RunState, { step, anyWell, anyCutShort }: Group): Extract<RunEvent, { type: 'step.finished' }>['result'] {
  if (state.cancelled) return { ok: false, error: `${step} was cancelled`, why: 'cancelled' };
  if (anyWell) return { ok: true, output: null, outcome: anyCutShort ? 'budget' : 'completed' };
  const why = anyCutShort ? 'budget' : 'failed';
  return { ok: false, error: `${step} failed: all parallel steps failed${anyCutShort ? ', as the budget is used up' : ''}`, why };
}

function ending(state: RunState, end: Ending): RunEvent[] {
  if (state.pending.size > 0) return [];
  if (state.start !== null && state.fresh === null && !state.endRecorded) return [intents(state, '', 0).snapshot('end', 'end')];
  return [{ type: 'run.finished', ...end, totals: state.totals }];
}
