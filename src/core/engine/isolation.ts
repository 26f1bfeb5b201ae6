import type { WorkflowEvent } from '../events/event.ts';
import { isRunStep, type Step } from '../workflow/workflow.ts';
import { type Attempt, intend, nameOf } from './attempt.ts';
import type { Frame, Stage } from './frame.ts';
import { intents } from './intents.ts';
import type { Procedure } from './procedure.ts';
import type { Group, RunState } from './state.ts';

/** Whether a step works in a tree of its own. */
export const isIsolated = (step: Step): boolean => isRunStep(step) && step.isolated;

/** Whether it has to be given that before it begins. */
export const wantsTree = ({ step, frame }: Attempt): boolean => isIsolated(step) && frame.tree === null;

/** Makes the work tree, in the state in which its group was opened, or in which the user's is now. */
export function makeTree(attempt: Attempt): WorkflowEvent[] {
  const { state, frame } = attempt;
  const base = frame.group === null ? state.fresh : (state.group as Group).base;
  return base === null ? [intend(attempt).snapshot('base')] : [intend(attempt).tree(base)];
}

/**
 * What is still to be done before a step that ended well in a work tree of its own has ended: its changes come into the user's
 * work tree, in the order in which the steps were begun, and only while nobody else is at work there. Null = nothing.
 */
export function mergeFirst(attempt: Attempt): WorkflowEvent[] | null {
  const { procedure, state, frame } = attempt;
  const { tree } = frame;
  if (tree === null || tree.merge?.over) return null;
  if (tree.merge === null || tree.merge.theirs === null) return [intend(attempt).snapshot('theirs')];
  if (!isTurn(procedure, state, frame)) return [];
  if (tree.merge.ours === null) return [intend(attempt).snapshot('ours')];
  return [intend(attempt).merge(tree.name, tree.base, tree.merge.theirs, tree.merge.ours)];
}

function isTurn(procedure: Procedure, state: RunState, frame: Attempt['frame']): boolean {
  const isolated = (step: string): boolean => isIsolated(procedure.stepOf(step));
  const first = state.frames.find(({ step }) => isolated(step));
  const waiting = state.cancelled ? [] : (state.group?.waiting ?? []);
  const others = [...state.frames, ...waiting].some(({ step }) => !isolated(step));
  return first === frame && !others;
}

/** The merged state is made the user's work tree's; a step with a gate has it committed, as it had its iterations. */
export function bringIn(attempt: Attempt, { at, merged, ours }: Extract<Stage, { at: 'merged' | 'merged-in' }>): WorkflowEvent[] {
  const { frame, loop, procedure } = attempt;
  if (at === 'merged') return [intend(attempt).restore(merged, ours, { verdict: 'merged', commit: loop !== null && loop.gate !== null })];
  const subject = `${procedure.workflow.name.toLowerCase()}: ${nameOf(frame)} merged`.replace(/\s+/g, ' ');
  return [intend(attempt).plan(ours, merged, subject)];
}

/** The state that work trees of a group's children begin with is recorded before the group is opened; null = it is, or need not be. */
export function baseFirst(state: RunState, step: string, isolated: boolean): WorkflowEvent[] | null {
  return isolated && state.recorded && state.fresh === null ? [intents(state, { step, item: 0 }, 0).snapshot('base')] : null;
}

/** Whether a step still does something, and does not only wait for its changes to come in. */
export const isAtWork = ({ tree }: Frame): boolean => tree === null || tree.merge === null;
