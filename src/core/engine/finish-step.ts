import type { RunEvent } from '../events/event.ts';
import type { Attempt } from './attempt.ts';

/** At most so many jumps a run: a cycle of branches is cut, not followed for ever. */
export const maxJumps = 100;

type Result = Extract<RunEvent, { type: 'step.finished' }>['result'];

/** Ends a step and takes the branch that its text matched (an index into the step's list); not in a group, nor once cancelled. */
export function finishStep({ procedure, state, frame, step }: Attempt, result: Result, branch: number | null): RunEvent[] {
  const finished: RunEvent = { type: 'step.finished', step: frame.step, group: frame.group, result };
  const entry = branch === null || frame.group !== null || state.cancelled ? undefined : step.branch[branch];
  if (entry === undefined) return [finished];
  const jumps = state.jumps + 1;
  if (jumps > maxJumps) {
    const error = `${frame.step} failed: branch limit exceeded: ${maxJumps} jumps in one run; does a cycle of branches never end?`;
    return [finished, { type: 'run.ending', status: 'failed', outcome: 'failed', error }];
  }
  const ends = entry.goto === 'end' && !procedure.has('end');
  return [finished, { type: 'branch.taken', step: frame.step, when: entry.when, goto: entry.goto, ends, jumps }];
}
