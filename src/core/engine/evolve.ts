import { type Fact, type Intent, isIntent, isOutcome, type Outcome } from '../events/event.ts';
import { isSteeringEvent, type WorkflowRunEvent } from '../events/run-event.ts';
import { finished, withEnd } from './evolve-finished.ts';
import { evolveIntent } from './evolve-intent.ts';
import { evolveOutcome } from './evolve-outcome.ts';
import { recordedFor, started } from './evolve-started.ts';
import { evolveSteering } from './evolve-steering.ts';
import { noFindings } from './findings.ts';
import type { Frame, LoopProgress } from './frame.ts';
import { type RunState, withFrame } from './state.ts';

/**
 * The state after one more event. Every event of the union is known here; an outcome of what was not under way is a mistake of
 * the journal's writer and throws.
 */
export function evolve(state: RunState, event: WorkflowRunEvent): RunState {
  if (isIntent(event)) return evolveIntent(state, event);
  if (isOutcome(event)) return answered(state, event);
  return isSteeringEvent(event) ? evolveSteering(state, event) : evolveFact(state, event);
}

function answered(state: RunState, outcome: Outcome): RunState {
  const intent = state.pending.get(outcome.op);
  if (intent === undefined)
    throw new Error(`the journal has an outcome (${outcome.type}) for operation ${outcome.op}, which is not under way`);
  const pending = new Map(state.pending);
  pending.delete(outcome.op);
  return evolveOutcome({ ...state, pending }, intent, outcome);
}

function evolveFact(state: RunState, fact: Fact): RunState {
  switch (fact.type) {
    case 'run.started':
      return {
        ...state,
        phase: fact.recorded ? 'starting' : 'walking',
        settings: fact.settings,
        workspace: fact.workspace,
        recorded: fact.recorded,
      };
    case 'resumed':
      return resumed(state);
    case 'step.started':
      return started(state, fact);
    case 'iteration.started':
      return withFrame(state, fact, (frame) => ({
        ...frame,
        iteration: fact.iteration,
        before: frame.tree === null ? recordedFor(state, frame) : frame.tree.fresh,
        reply: null,
        findings: noFindings,
        attempts: 0,
        gateAttempts: 0,
        retries: 0,
        asks: 0,
        said: [],
        loop: { ...frame.loop, best: fact.best },
        stage: { at: 'begin' },
      }));
    case 'iteration.finished':
      return {
        ...withFrame(state, fact, (frame) => ({
          ...frame,
          loop: progress(frame, fact),
          stage: { at: 'between', last: fact.verdict, fatal: fact.fatal },
        })),
        totals: withEnd(state.totals, fact.verdict),
      };
    case 'step.finished':
      return finished(state, fact);
    case 'branch.taken':
      return { ...state, next: fact.ends ? 'end' : { at: fact.goto }, jumps: fact.jumps };
    case 'warning':
    case 'run.waiting':
    case 'run.applied':
    case 'run.undone':
      return state;
    case 'cancel.asked':
      return { ...state, cancelled: true };
    case 'deadline.passed':
      return { ...state, cancelled: true, passedLimitMs: fact.limitMs };
    case 'run.ending':
      return { ...state, ending: { status: fact.status, outcome: fact.outcome, error: fact.error } };
    case 'run.finished':
      return { ...state, phase: 'finished' };
  }
}

/**
 * Nobody performs anything any more. What a call cost that was under way is not known and never will be: it counts as a call
 * without a price. No recorded state is known to hold still. A pause was
 * asked of whoever drove it then.
 */
function resumed(state: RunState): RunState {
  const intents = [...state.pending.values()];
  const lost = intents.filter(({ type }) => type === 'prompt.requested').length;
  const { totals } = state;
  const idle: RunState = {
    ...state,
    pending: new Map(),
    fresh: null,
    group: state.group && { ...state.group, asking: false },
    steering: { ...state.steering, paused: false },
    totals: { ...totals, calls: totals.calls + lost, unpricedCalls: totals.unpricedCalls + lost },
  };
  return intents.reduce((next, intent) => withFrame(next, intent, (frame) => interrupted(frame, intent)), idle);
}

const interrupted = (frame: Frame, intent: Intent): Frame => ({
  ...frame,
  stage: { at: 'interrupted', intent },
  tree: frame.tree && { ...frame.tree, fresh: null },
});

/** A failed runner or `require` neither counts to the three gate failures in a row nor resets them. */
function progress(frame: Frame, fact: Extract<Fact, { type: 'iteration.finished' }>): LoopProgress {
  switch (fact.verdict) {
    case 'kept':
      return { ...frame.loop, gateFailuresInARow: 0, lastKept: { reply: frame.reply, findings: frame.findings } };
    case 'undone':
      return { ...frame.loop, gateFailuresInARow: frame.loop.gateFailuresInARow + 1, lastReason: fact.reason };
    case 'failed':
      return { ...frame.loop, lastReason: fact.reason };
  }
}
