import type { Unit, WorkflowEvent, WorkKind } from '../events/event.ts';
import { isRunStep, type Step, type WorkStep } from '../workflow/workflow.ts';
import { nameOf, stoppedText } from './attempt.ts';
import { budgetReached, isReserved } from './budget.ts';
import { type StepResult, takeBranch } from './finish-step.ts';
import { intents } from './intents.ts';
import { baseFirst, isAtWork, isIsolated } from './isolation.ts';
import type { Procedure } from './procedure.ts';
import type { Group, RunState } from './state.ts';

/** Begins the next step of the walk. */
export function openStep(procedure: Procedure, state: RunState, step: Step): WorkflowEvent[] {
  const at = { step: step.id, item: 0 };
  if (step.kind === 'parallel') {
    const isolated = step.children.some((child) => isIsolated(procedure.stepOf(child)));
    return baseFirst(state, step.id, isolated) ?? [{ type: 'step.started', ...at, kind: 'parallel', children: step.children }];
  }
  const foreach = isRunStep(step) ? step.foreach : null;
  if (foreach === null) return [{ type: 'step.started', ...at, kind: kindOf(step), group: null }];
  return baseFirst(state, step.id, isIsolated(step)) ?? [{ type: 'step.started', ...at, kind: 'foreach', width: foreach.maxParallel }];
}

const kindOf = (step: WorkStep): WorkKind => (step.kind === 'prompt' && step.loop !== null ? 'loop' : step.kind);

/** Opens children up to the width that was asked for; ends the group when all are done. Failing in part goes on. */
export function decideGroup(procedure: Procedure, state: RunState, group: Group): WorkflowEvent[] {
  if (group.asking) return [];
  const at = { step: group.step, item: 0 };
  if (group.failure !== null) return finish(procedure, state, group, failed(group, `${group.step} failed: ${group.failure}`));
  if (group.waiting === null) {
    return state.cancelled ? finish(procedure, state, group, resultOf(state, group)) : [intents(state, at, 0).items()];
  }
  const [child] = group.waiting;
  if (child !== undefined && !state.cancelled) {
    const full = state.frames.filter(isAtWork).length >= group.width;
    return full ? [] : openChild(procedure, state, group, child);
  }
  if (state.frames.length > 0) return [];
  if (needsGathering(state, group)) return [intents(state, at, 0).gather()];
  return finish(procedure, state, group, resultOf(state, group));
}

const needsGathering = (state: RunState, { kind, gathered, anyWell, step }: Group): boolean =>
  kind === 'foreach' && gathered === null && !state.cancelled && (anyWell || isEmpty(state, step));

/** Whether a `foreach` had no item at all: then nothing failed. */
const isEmpty = (state: RunState, step: string): boolean => state.group?.step === step && !state.group.anyOpened;

function openChild(procedure: Procedure, state: RunState, group: Group, child: Unit): WorkflowEvent[] {
  const step = procedure.stepOf(child.step);
  if (step.kind === 'parallel') throw new Error(`the parallel step "${group.step}" has a parallel child, which validation refuses`);
  const opened: WorkflowEvent = { type: 'step.started', ...child, kind: kindOf(step), group: group.step };
  const spent = budgetReached(procedure, state);
  if (spent === null) return isReserved(procedure, state) ? [] : [opened];
  const error = `${nameOf(child)} did not run: ${spent}`;
  return [opened, { type: 'step.finished', ...child, group: group.step, result: { ok: false, error, why: 'budget' } }];
}

function finish(procedure: Procedure, state: RunState, group: Group, result: StepResult): WorkflowEvent[] {
  const finished: WorkflowEvent = { type: 'step.finished', step: group.step, item: 0, group: null, result };
  return [finished, ...takeBranch(procedure, state, group.step, group.gathered?.branch ?? null)];
}

const failed = ({ anyCutShort }: Group, error: string): StepResult => ({ ok: false, error, why: anyCutShort ? 'budget' : 'failed' });

function resultOf(state: RunState, group: Group): StepResult {
  const { step, kind, gathered, anyWell, anyCutShort } = group;
  if (state.cancelled) return { ok: false, error: stoppedText(step, state), why: 'cancelled' };
  if (anyWell || gathered !== null) return { ok: true, output: gathered?.output ?? null, outcome: anyCutShort ? 'budget' : 'completed' };
  const all = kind === 'parallel' ? 'all parallel steps failed' : 'all items failed';
  return failed(group, `${step} failed: ${all}${anyCutShort ? ', as the budget is used up' : ''}`);
}
