import type { WorkflowEvent } from '../events/event.ts';
import { type Attempt, nameOf } from './attempt.ts';
import { mergeFirst } from './isolation.ts';
import type { Procedure } from './procedure.ts';
import type { RunState } from './state.ts';

/** At most so many jumps a run: a cycle of branches is cut, not followed for ever. */
export const maxJumps = 100;

export type StepResult = Extract<WorkflowEvent, { type: 'step.finished' }>['result'];

/**
 * Ends a step and takes the branch that its text matched (an index into the step's list); not in a group, nor once cancelled.
 * What it did in a work tree of its own comes in first.
 */
export function finishStep(attempt: Attempt, result: StepResult, branch: number | null): WorkflowEvent[] {
  const { procedure, state, frame } = attempt;
  const { step, item, group } = frame;
  const merging = result.ok ? mergeFirst(attempt) : null;
  if (merging !== null) return merging;
  const failure = result.ok ? (frame.tree?.merge?.failure ?? null) : null;
  if (failure !== null) {
    const error = `${nameOf(frame)} failed: ${failure}`;
    return [{ type: 'step.finished', step, item, group, result: { ok: false, error, why: 'failed' } }];
  }
  const finished: WorkflowEvent = { type: 'step.finished', step, item, group, result };
  return [finished, ...(group === null ? takeBranch(procedure, state, step, branch) : [])];
}

/** Goes where a step's branch of this index leads. */
export function takeBranch(procedure: Procedure, state: RunState, step: string, branch: number | null): WorkflowEvent[] {
  const entry = branch === null || state.cancelled ? undefined : procedure.stepOf(step).branch[branch];
  if (entry === undefined) return [];
  const jumps = state.jumps + 1;
  if (jumps > maxJumps) {
    const error = `${step} failed: branch limit exceeded: ${maxJumps} jumps in one run; does a cycle of branches never end?`;
    return [{ type: 'run.ending', status: 'failed', outcome: 'failed', error }];
  }
  const ends = entry.goto === 'end' && !procedure.has('end');
  return [{ type: 'branch.taken', step, when: entry.when, goto: entry.goto, ends, jumps }];
}
