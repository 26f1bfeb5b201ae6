import type { RunEvent } from '../events/event.ts';
import type { CommandEnd, Snapshot, Undoing } from '../events/event-parts.ts';
import type { Failure } from '../model/failure.ts';
import type { Attempt } from './attempt.ts';
import { modelWithin } from './budget.ts';
import { commandError, endText, gateVerdict, isNotRunnable } from './command-end.ts';
import { decideBetween } from './decide-loop.ts';
import { finishStep } from './finish-step.ts';
import { intents, snapshotName } from './intents.ts';
import type { Procedure } from './procedure.ts';
import type { Frame, RunState } from './state.ts';

/** What an open step does next; empty while it waits. The order of one attempt reads from top to bottom. */
export function decideFrame(procedure: Procedure, state: RunState, frame: Frame): RunEvent[] {
  const step = procedure.stepOf(frame.step);
  if (step.kind === 'parallel') throw new Error(`the parallel step "${step.id}" has no frame of its own`);
  const covered = state.recorded && frame.group === null;
  const attempt: Attempt = { procedure, state, frame, step, loop: step.kind === 'prompt' ? step.loop : null, covered };
  switch (frame.stage.at) {
    case 'waiting':
      return [];
    case 'between':
      return decideBetween(attempt, frame.stage);
    case 'begin':
      return begin(attempt);
    case 'command-ended':
      return commandEnded(attempt, frame.stage.end);
    case 'prompt-ended':
      return promptEnded(attempt, frame.stage.failure);
    case 'gate-due':
      return state.cancelled ? undo(attempt, cancelledAttempt) : [intend(attempt).gate(frame.stage.answered)];
    case 'gate-ended':
      return gateEnded(attempt, frame.stage.end);
    case 'recorded':
      return [intend(attempt).plan(before(attempt), frame.stage.after, subjectOf(attempt))];
    case 'planned':
      if (frame.stage.plan === null) return conclude(attempt, null);
      return [intend(attempt).commit(before(attempt), frame.stage.plan)];
    case 'left':
      return [intend(attempt).restore(before(attempt), frame.stage.left, frame.stage.because)];
    case 'concluded':
      return conclude(attempt, frame.stage.because);
  }
}

const cancelledAttempt: Undoing = { verdict: 'failed', reason: 'cancelled', fatal: true };

const intend = ({ state, frame }: Attempt) => intents(state, frame.step, frame.iteration);

const subjectOf = ({ procedure, frame }: Attempt): string =>
  `${procedure.workflow.name.toLowerCase()}: ${frame.step} iteration ${frame.iteration}`.replace(/\s+/g, ' ');

function before({ frame }: Attempt): Snapshot {
  if (frame.before === null) throw new Error(`${frame.step} is to be committed or put back, and the journal has no state before it`);
  return frame.before;
}

function begin(attempt: Attempt): RunEvent[] {
  const { procedure, state, frame, step, covered } = attempt;
  if (state.cancelled) return conclude(attempt, cancelledAttempt);
  switch (step.kind) {
    case 'command':
      return [intend(attempt).command()];
    case 'prompt':
      if (!covered || frame.before !== null) return [intend(attempt).prompt(modelWithin(procedure, state, step.model))];
      return [intend(attempt).snapshot('before', snapshotName(state, frame.step, frame.iteration, 'before'))];
  }
}

function commandEnded(attempt: Attempt, end: CommandEnd): RunEvent[] {
  const { frame, step } = attempt;
  if (step.kind !== 'command') throw new Error(`the journal has a command's end for the step "${step.id}", which is a prompt`);
  const error = commandError(end, step.expect) ?? frame.findings.unmet;
  const finish = conclude(attempt, error === null ? null : { verdict: 'failed', reason: error, fatal: true });
  if (error !== null || !isNotRunnable(end)) return finish;
  return [
    { type: 'warning', step: frame.step, message: `${frame.step}: ${endText(end)}; the run goes on, as the step expects nothing` },
    ...finish,
  ];
}

function promptEnded(attempt: Attempt, failure: Failure | null): RunEvent[] {
  const { state, frame, loop, covered } = attempt;
  if (state.cancelled) return undo(attempt, cancelledAttempt);
  const reason = failure === null ? frame.findings.unmet : failureText(failure);
  if (reason !== null) return undo(attempt, { verdict: 'failed', reason, fatal: loop === null || isHopeless(failure) });
  if (loop === null) return conclude(attempt, null);
  if (loop.gate === null) return keep(attempt);
  if (!covered) return [intend(attempt).gate(null)];
  return [intend(attempt).snapshot('answered', snapshotName(state, frame.step, frame.iteration, 'answered'))];
}

const failureText = ({ message, hint }: Failure): string => (hint === undefined ? message : `${message} (${hint})`);

/** Nobody is logged in, or the money is gone: to ask again in the next iteration would fail the same way, twenty times. */
const isHopeless = (failure: Failure | null): boolean => failure !== null && (failure.kind === 'auth' || failure.kind === 'quota');

function gateEnded(attempt: Attempt, end: CommandEnd): RunEvent[] {
  if (attempt.state.cancelled) return undo(attempt, cancelledAttempt);
  const verdict = gateVerdict(end);
  switch (verdict.kind) {
    case 'kept':
      return keep(attempt);
    case 'undone':
      return undo(attempt, { verdict: 'undone', reason: verdict.reason, fatal: false });
    case 'error':
      return undo(attempt, { verdict: 'undone', reason: verdict.reason, fatal: true });
  }
}

function keep(attempt: Attempt): RunEvent[] {
  const { state, frame, covered } = attempt;
  if (!covered) return conclude(attempt, null);
  return [intend(attempt).snapshot('after', snapshotName(state, frame.step, frame.iteration, 'after'))];
}

function undo(attempt: Attempt, because: Undoing): RunEvent[] {
  const { state, frame, covered } = attempt;
  if (!covered) return conclude(attempt, because);
  return [intend(attempt).snapshot('left', snapshotName(state, frame.step, frame.iteration, 'left'), because)];
}

/** The attempt is over and its workspace settled. `null` = kept. */
function conclude(attempt: Attempt, because: Undoing | null): RunEvent[] {
  const { frame, loop } = attempt;
  if (loop !== null) {
    const iteration = { type: 'iteration.finished', step: frame.step, iteration: frame.iteration } as const;
    return because === null ? [{ ...iteration, verdict: 'kept', reason: '', fatal: false }] : [{ ...iteration, ...because }];
  }
  if (because === null) {
    return finishStep(attempt, { ok: true, output: frame.reply, outcome: 'completed' }, frame.findings.branch);
  }
  const why = attempt.state.cancelled ? 'cancelled' : 'failed';
  return finishStep(attempt, { ok: false, error: `${frame.step} failed: ${because.reason}`, why }, null);
}
