import type { RunEvent } from '../events/event.ts';
import { budgetReached } from './budget.ts';
import { decideFrame } from './decide-frame.ts';
import { intents } from './intents.ts';
import type { Procedure } from './procedure.ts';
import type { RunState } from './state.ts';

/**
 * What the engine concludes and wants next, as events to append: facts, and intents for the driver to perform. Empty = it
 * waits for an outcome, or the run is finished. To be called until it is empty: each answer supposes the one before applied.
 */
export function decide(procedure: Procedure, state: RunState): RunEvent[] {
  switch (state.phase) {
    case 'new':
    case 'finished':
      return [];
    case 'starting':
      if (state.pending.size > 0) return [];
      if (state.cancelled) return [{ type: 'run.ending', status: 'cancelled', outcome: 'cancelled', error: null }];
      return [intents(state, '', 0).snapshot('start', 'start')];
    case 'walking':
      return walking(procedure, state);
    case 'ending':
      return ending(state);
  }
}

function walking(procedure: Procedure, state: RunState): RunEvent[] {
  for (const frame of state.frames) {
    const events = decideFrame(procedure, state, frame);
    if (events.length > 0) return events;
  }
  if (state.group !== null) return group(procedure, state, state.group);
  return state.frames.length > 0 ? [] : walk(procedure, state);
}

function walk(procedure: Procedure, state: RunState): RunEvent[] {
  if (state.cancelled) return [{ type: 'run.ending', status: 'cancelled', outcome: 'cancelled', error: null }];
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
  if ('at' in next) return procedure.stepOf(next.at);
  return procedure.walkFrom(next.after === null ? 0 : (procedure.indexOf(next.after) ?? -1) + 1);
}

const kindOf = (step: { kind: 'command' } | { kind: 'prompt'; loop: unknown }) =>
  step.kind === 'prompt' && step.loop !== null ? 'loop' : step.kind;

/** Opens children up to the width that was asked for; ends the group when all are done. Failing in part goes on. */
function group(procedure: Procedure, state: RunState, { step, waiting, ok }: NonNullable<RunState['group']>): RunEvent[] {
  const [child] = waiting;
  if (child !== undefined && !state.cancelled) {
    if (state.frames.length >= state.settings.jobs) return [];
    const childStep = procedure.stepOf(child);
    if (childStep.kind === 'parallel') throw new Error(`the parallel step "${step}" has a parallel child, which validation refuses`);
    const opened: RunEvent = { type: 'step.started', step: child, kind: kindOf(childStep), group: step };
    const spent = budgetReached(procedure, state);
    if (spent === null) return [opened];
    return [opened, { type: 'step.finished', step: child, group: step, result: { ok: false, error: `${child} did not run: ${spent}`, why: 'budget' } }];
  }
  if (state.frames.length > 0) return [];
  if (state.cancelled) return [{ type: 'step.finished', step, group: null, result: { ok: false, error: `${step} was cancelled`, why: 'cancelled' } }];
  const result = ok > 0
    ? ({ ok: true, output: null, outcome: 'completed' } as const)
    : ({ ok: false, error: `${step} failed: all parallel steps failed`, why: 'failed' } as const);
  return [{ type: 'step.finished', step, group: null, result }];
}

function ending(state: RunState): RunEvent[] {
  if (state.pending.size > 0 || state.ending === null) return [];
  if (state.start !== null && state.fresh === null && !state.endRecorded) return [intents(state, '', 0).snapshot('end', 'end')];
  return [{ type: 'run.finished', ...state.ending, totals: state.totals }];
}
