import type { WorkflowEvent } from '../events/event.ts';
import type { CommandEnd, Undoing } from '../events/event-parts.ts';
import type { Failure } from '../model/failure.ts';
import { type Attempt, attemptOf, before, intend, nameOf, stopped, undo } from './attempt.ts';
import { modelWithin } from './budget.ts';
import { commandError, endText, isNotRunnable } from './command-end.ts';
import { decideBetween } from './decide-loop.ts';
import { finishStep } from './finish-step.ts';
import type { Frame, Stage } from './frame.ts';
import { gateEnded } from './gate.ts';
import { bringIn, makeTree, wantsTree } from './isolation.ts';
import type { Procedure } from './procedure.ts';
import { isHopeless, recover, redo, waitAfter, waitFor } from './redo.ts';
import type { RunState } from './state.ts';

/** An agent is asked again at most so often for a reply of the form that is wanted. */
export const maxAsks = 2;

/** What an open step does next; empty while it waits. The order of one attempt reads from top to bottom. */
export function decideFrame(procedure: Procedure, state: RunState, frame: Frame): WorkflowEvent[] {
  const attempt = attemptOf(procedure, state, frame);
  const { stage } = frame;
  switch (stage.at) {
    case 'waiting':
      return [];
    case 'interrupted':
      return (state.cancelled ? drop(attempt, stage) : recover(attempt, stage.intent)) ?? begin(attempt);
    case 'between':
      return wantsTree(attempt) && !state.cancelled ? makeTree(attempt) : decideBetween(attempt, stage);
    case 'begin':
      return begin(attempt);
    case 'command-ended':
      return commandEnded(attempt, stage.end);
    case 'approval-given':
      return approvalGiven(attempt, stage);
    case 'workflow-ended':
      return workflowEnded(attempt, stage);
    case 'prompt-ended':
      return promptEnded(attempt, stage.failure);
    case 'function-ended':
      return functionEnded(attempt, stage.failure);
    case 'gate-due':
      return state.cancelled ? putBack(attempt, stopped(attempt)) : [intend(attempt).gate(frame.gateAttempts + 1, stage.answered)];
    case 'gate-ended':
      return settle(attempt, gateEnded(attempt, stage.end));
    case 'recorded':
      return [intend(attempt).plan(before(attempt), stage.after, subjectOf(attempt))];
    case 'planned':
      return stage.plan === null ? conclude(attempt, null) : [intend(attempt).commit(stage.before, stage.plan)];
    case 'left':
      return [intend(attempt).restore(targetOf(attempt, stage), stage.left, stage.because)];
    case 'wait-due':
      return state.cancelled ? conclude(attempt, stopped(attempt)) : [intend(attempt).wait(stage.wait, stage.why)];
    case 'merged':
    case 'merged-in':
      return bringIn(attempt, stage);
    case 'concluded':
      return conclude(attempt, stage.because);
  }
}

const subjectOf = ({ procedure, frame }: Attempt): string =>
  `${procedure.workflow.name.toLowerCase()}: ${frame.step} iteration ${frame.iteration}`.replace(/\s+/g, ' ');

/** Back to before the attempt, or, where only the gate is to be run again, to what it judged; on to what was merged. */
function targetOf(attempt: Attempt, { because }: Extract<Stage, { at: 'left' }>) {
  const { answered } = attempt.frame;
  if (because.verdict === 'merged' && because.again) return because.again.merged;
  return because.verdict === 'again' && because.from === 'gate' && answered !== null ? answered : before(attempt);
}

/**
 * Cancelled before it could be taken up again: what was under way is put back, what was being put back or committed is finished. So
 * does a run within the run, which is asked for once more, to do the same.
 */
function drop(attempt: Attempt, { intent }: Extract<Stage, { at: 'interrupted' }>): WorkflowEvent[] | null {
  switch (intent.type) {
    case 'command.requested':
    case 'prompt.requested':
    case 'gate.requested':
      return putBack(attempt, stopped(attempt));
    case 'wait.requested':
    case 'approval.requested':
    case 'tree.requested':
      return conclude(attempt, stopped(attempt));
    default:
      return recover(attempt, intent);
  }
}

function begin(attempt: Attempt): WorkflowEvent[] {
  const { procedure, state, frame, step, covered } = attempt;
  if (state.cancelled) return conclude(attempt, stopped(attempt));
  if (wantsTree(attempt)) return makeTree(attempt);
  const next = frame.attempts + 1;
  switch (step.kind) {
    case 'command':
      if (!covered || !step.snapshot || frame.before !== null) return [intend(attempt).command(next)];
      return [intend(attempt).snapshot('before')];
    case 'prompt':
      if (!covered || frame.before !== null) return [intend(attempt).prompt(next, modelWithin(procedure, state, step.model), null)];
      return [intend(attempt).snapshot('before')];
    case 'function':
      if (!covered || !step.snapshot || frame.before !== null) return [intend(attempt).functionCall(step.name, next)];
      return [intend(attempt).snapshot('before')];
    case 'approve':
      return [intend(attempt).approval(step.question)];
    case 'workflow':
      return [intend(attempt).workflow(step.file)];
  }
}

function commandEnded(attempt: Attempt, end: CommandEnd): WorkflowEvent[] {
  const { state, frame, step } = attempt;
  if (step.kind !== 'command') throw new Error(`the journal has a command's end for the ${step.kind} step "${step.id}"`);
  const error = commandError(end, step.expect);
  const wait = error === null || state.cancelled || isNotRunnable(end) ? null : waitFor(frame.retries, step.retry);
  if (error !== null && wait !== null) return redo(attempt, error, wait);
  const unmet = error ?? frame.findings.unmet;
  if (unmet !== null) {
    const because: Undoing = { verdict: 'failed', reason: unmet, fatal: true };
    return putBack(attempt, because);
  }
  const finish = conclude(attempt, null);
  if (!isNotRunnable(end)) return finish;
  return [
    { type: 'warning', step: frame.step, message: `${nameOf(frame)}: ${endText(end)}; the run goes on, as the step expects nothing` },
    ...finish,
  ];
}

/** A rejection fails the step, unless one of its branches leads on from there. */
function approvalGiven(attempt: Attempt, { approved, words, by }: Extract<Stage, { at: 'approval-given' }>): WorkflowEvent[] {
  if (approved || attempt.frame.findings.branch !== null) return conclude(attempt, null);
  const reason = `rejected by ${by}${words === '' ? '' : `: ${words}`}`;
  return conclude(attempt, { verdict: 'failed', reason, fatal: true });
}

function workflowEnded(attempt: Attempt, { ending, error }: Extract<Stage, { at: 'workflow-ended' }>): WorkflowEvent[] {
  const { frame } = attempt;
  if (ending === null || ending.status !== 'succeeded') {
    return conclude(attempt, { verdict: 'failed', reason: error ?? 'it was cancelled', fatal: true });
  }
  const outcome =
    ending.outcome === 'exhausted' || ending.outcome === 'stuck' || ending.outcome === 'budget' ? ending.outcome : 'completed';
  return finishStep(attempt, { ok: true, output: frame.reply, outcome }, frame.findings.branch);
}

function promptEnded(attempt: Attempt, failure: Failure | null): WorkflowEvent[] {
  const { procedure, state, frame, step, loop, covered } = attempt;
  if (step.kind !== 'prompt') throw new Error(`the journal has a reply for the ${step.kind} step "${step.id}"`);
  if (state.cancelled) return putBack(attempt, stopped(attempt));
  if (failure !== null) {
    const wait = waitAfter(failure, frame.retries, step.retry);
    if (wait !== null) return redo(attempt, failureText(failure), wait);
  }
  const { misshapen } = frame.findings;
  if (misshapen !== null && frame.asks < maxAsks) {
    return [intend(attempt).prompt(frame.attempts + 1, modelWithin(procedure, state, step.model), misshapen)];
  }
  const reason = failure === null ? (misshapen ?? frame.findings.unmet) : failureText(failure);
  if (reason !== null) return putBack(attempt, { verdict: 'failed', reason, fatal: loop === null || isHopeless(failure) });
  if (loop === null) return conclude(attempt, null);
  if (loop.gate === null) return keep(attempt);
  return [covered ? intend(attempt).snapshot('answered') : intend(attempt).gate(1, null)];
}

/** What it gave that is not of the form that is wanted, and a call that it does not take, are no failures of the world. */
function functionEnded(attempt: Attempt, failure: Failure | null): WorkflowEvent[] {
  const { state, frame, step } = attempt;
  if (step.kind !== 'function') throw new Error(`the journal has a function's end for the ${step.kind} step "${step.id}"`);
  if (state.cancelled && failure !== null) return putBack(attempt, stopped(attempt));
  const isOwn = failure !== null && ownFailures.includes(failure.kind);
  const wait = failure === null || isOwn ? null : waitAfter(failure, frame.retries, step.retry);
  if (failure !== null && wait !== null) return redo(attempt, failureText(failure), wait);
  const reason = failure === null ? frame.findings.unmet : failureText(failure);
  return reason === null ? conclude(attempt, null) : putBack(attempt, { verdict: 'failed', reason, fatal: true });
}

const ownFailures: readonly Failure['kind'][] = ['invalid_output', 'refused', 'not_found', 'budget'];

const failureText = ({ message, hint }: Failure): string => (hint === undefined ? message : `${message} (${hint})`);

function settle(attempt: Attempt, verdict: ReturnType<typeof gateEnded>): WorkflowEvent[] {
  switch (verdict.kind) {
    case 'keep':
      return keep(attempt);
    case 'undo':
      return putBack(attempt, verdict.because);
    case 'events':
      return [...verdict.events];
  }
}

function keep(attempt: Attempt): WorkflowEvent[] {
  return attempt.covered ? [intend(attempt).snapshot('after')] : conclude(attempt, null);
}

function putBack(attempt: Attempt, because: Undoing): WorkflowEvent[] {
  const left = undo(attempt, because);
  return left === null ? conclude(attempt, because) : [left];
}

/** The attempt is over and its workspace settled. `null` = kept. */
function conclude(attempt: Attempt, because: Undoing | null): WorkflowEvent[] {
  const { state, frame, loop } = attempt;
  if (loop !== null && frame.iteration > 0) {
    const iteration = { type: 'iteration.finished', step: frame.step, item: frame.item, iteration: frame.iteration } as const;
    return because === null ? [{ ...iteration, verdict: 'kept', reason: '', fatal: false }] : [{ ...iteration, ...because }];
  }
  if (because === null) {
    return finishStep(attempt, { ok: true, output: frame.reply, outcome: 'completed' }, frame.findings.branch);
  }
  const why = state.cancelled ? 'cancelled' : 'failed';
  return finishStep(attempt, { ok: false, error: `${nameOf(frame)} failed: ${because.reason}`, why }, null);
}
