import type { Fact, Intent, Outcome, RunEvent } from '../events/event.ts';
import { noFindings } from './findings.ts';
import { evolveOutcome } from './evolve-outcome.ts';
import { type Frame, type LoopProgress, type RunState, withFrame } from './state.ts';

/** The state after one more event. Total: every event of the union moves every state, and none is looked at twice. */
export function evolve(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'snapshot.requested':
    case 'command.requested':
    case 'prompt.requested':
    case 'gate.requested':
    case 'plan.requested':
    case 'commit.requested':
    case 'restore.requested':
      return evolveIntent(state, event);
    case 'snapshot.taken':
    case 'command.ended':
    case 'prompt.ended':
    case 'gate.ended':
    case 'plan.made':
    case 'commit.made':
    case 'restore.done':
    case 'workspace.failed':
      return answered(state, event);
    default:
      return evolveFact(state, event);
  }
}

function evolveIntent(state: RunState, intent: Intent): RunState {
  const looksOnly = intent.type === 'snapshot.requested' || intent.type === 'plan.requested';
  return {
    ...state,
    nextOp: intent.op + 1,
    pending: new Map(state.pending).set(intent.op, intent),
    frames: state.frames.map((frame) => (frame.step === intent.step ? { ...frame, stage: { at: 'waiting' } } : frame)),
    fresh: looksOnly ? state.fresh : null,
  };
}

function answered(state: RunState, outcome: Outcome): RunState {
  const intent = state.pending.get(outcome.op);
  if (intent === undefined) throw new Error(`the journal has an outcome (${outcome.type}) for operation ${outcome.op}, which is not under way`);
  const pending = new Map(state.pending);
  pending.delete(outcome.op);
  return evolveOutcome({ ...state, pending }, intent, outcome);
}

function evolveFact(state: RunState, fact: Fact): RunState {
  switch (fact.type) {
    case 'run.started':
      return {
        ...state,
        phase: fact.workspace.kind === 'git' ? 'starting' : 'walking',
        settings: fact.settings,
        workspace: fact.workspace,
      };
    case 'step.started':
      return fact.kind === 'parallel'
        ? { ...state, fresh: null, group: { step: fact.step, waiting: fact.children, ok: 0, failed: 0 } }
        : started(state, fact);
    case 'iteration.started':
      return withFrame(state, fact.step, (frame) => ({
        ...frame,
        iteration: fact.iteration,
        before: frame.group === null ? state.fresh : null,
        reply: null,
        findings: noFindings,
        stage: { at: 'begin' },
      }));
    case 'iteration.finished':
      return {
        ...withFrame(state, fact.step, (frame) => ({ ...frame, loop: progress(frame, fact), stage: { at: 'between', last: fact.verdict, fatal: fact.fatal } })),
        totals: { ...state.totals, [fact.verdict]: state.totals[fact.verdict] + 1 },
      };
    case 'step.finished':
      return finished(state, fact);
    case 'branch.taken':
      return { ...state, next: fact.goto === 'end' && fact.ends ? 'end' : { at: fact.goto }, jumps: fact.jumps };
    case 'warning':
    case 'run.applied':
    case 'run.undone':
      return state;
    case 'cancel.requested':
      return { ...state, cancelled: true };
    case 'run.ending':
      return { ...state, phase: 'ending', ending: { status: fact.status, outcome: fact.outcome, error: fact.error } };
    case 'run.finished':
      return { ...state, phase: 'finished' };
  }
}

function started(state: RunState, fact: Extract<Fact, { type: 'step.started'; group: string | null }>): RunState {
  const frame: Frame = {
    step: fact.step,
    kind: fact.kind,
    group: fact.group,
    iteration: 0,
    stage: fact.kind === 'loop' ? { at: 'between', last: 'none', fatal: false } : { at: 'begin' },
    before: fact.group === null ? state.fresh : null,
    reply: null,
    findings: noFindings,
    gateOutput: null,
    loop: { kept: 0, gateFailuresInARow: 0, lastKept: null, lastReason: '' },
  };
  const group = state.group && { ...state.group, waiting: state.group.waiting.filter((child) => child !== fact.step) };
  return { ...state, frames: [...state.frames, frame], group };
}

/** A failed runner or `require` neither counts to the three gate failures in a row nor resets them. */
function progress(frame: Frame, fact: Extract<Fact, { type: 'iteration.finished' }>): LoopProgress {
  switch (fact.verdict) {
    case 'kept':
      return {
        kept: frame.loop.kept + 1,
        gateFailuresInARow: 0,
        lastKept: { reply: frame.reply ?? { text: '' }, findings: frame.findings },
        lastReason: frame.loop.lastReason,
      };
    case 'undone':
      return { ...frame.loop, gateFailuresInARow: frame.loop.gateFailuresInARow + 1, lastReason: fact.reason };
    case 'failed':
      return { ...frame.loop, lastReason: fact.reason };
  }
}

function finished(state: RunState, fact: Extract<Fact, { type: 'step.finished' }>): RunState {
  const frame = state.frames.find((candidate) => candidate.step === fact.step);
  const frames = state.frames.filter((candidate) => candidate !== frame);
  const plain = frame !== undefined && frame.kind !== 'loop';
  const count = (which: 'kept' | 'failed') => ({ ...state.totals, [which]: state.totals[which] + 1 });
  const totals = plain ? count(fact.result.ok ? 'kept' : 'failed') : state.totals;
  const { result } = fact;
  if (fact.group !== null && state.group !== null) {
    const group = { ...state.group, [result.ok ? 'ok' : 'failed']: state.group[result.ok ? 'ok' : 'failed'] + 1 };
    return { ...state, frames, totals, group, ...marks(state, fact) };
  }
  return { ...state, frames, totals, group: null, next: { after: fact.step }, ...marks(state, fact), halt: haltOf(fact) };
}

function marks(state: RunState, { result }: Extract<Fact, { type: 'step.finished' }>): Pick<RunState, 'exhausted' | 'stuck'> {
  return {
    exhausted: state.exhausted || (result.ok && result.outcome === 'exhausted'),
    stuck: state.stuck || (result.ok && result.outcome === 'stuck'),
  };
}

function haltOf({ result }: Extract<Fact, { type: 'step.finished' }>): RunState['halt'] {
  if (result.ok) return result.outcome === 'budget' ? { status: 'succeeded', outcome: 'budget', error: null } : null;
  return { status: 'failed', outcome: result.why === 'stuck' || result.why === 'budget' ? result.why : 'failed', error: result.error };
}
