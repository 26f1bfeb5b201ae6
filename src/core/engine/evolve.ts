import { type Fact, type Intent, isIntent, isOutcome, type Outcome, type RunEvent, type Totals } from '../events/event.ts';
import { evolveOutcome } from './evolve-outcome.ts';
import { noFindings } from './findings.ts';
import { type Frame, type LoopProgress, type RunState, withFrame } from './state.ts';

/**
 * The state after one more event. Every event of the union is known here; an outcome of what was not under way is a mistake of
 * the journal's writer and throws.
 */
export function evolve(state: RunState, event: RunEvent): RunState {
  if (isIntent(event)) return evolveIntent(state, event);
  if (isOutcome(event)) return answered(state, event);
  return evolveFact(state, event);
}

function evolveIntent(state: RunState, intent: Intent): RunState {
  const looksOnly = intent.type === 'snapshot.requested' || intent.type === 'plan.requested';
  return {
    ...state,
    nextOp: intent.op + 1,
    tries: state.tries + (intent.type === 'snapshot.requested' && intent.purpose === 'left' ? 1 : 0),
    pending: new Map(state.pending).set(intent.op, intent),
    frames: state.frames.map((frame) => (frame.step === intent.step ? { ...frame, stage: { at: 'waiting' } } : frame)),
    fresh: looksOnly ? state.fresh : null,
  };
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
    case 'step.started':
      return fact.kind === 'parallel'
        ? { ...state, fresh: null, group: { step: fact.step, waiting: fact.children, anyWell: false, anyCutShort: false } }
        : started(state, fact);
    case 'iteration.started':
      return withFrame(state, fact.step, (frame) => ({
        ...frame,
        iteration: fact.iteration,
        before: state.fresh,
        reply: null,
        findings: noFindings,
        stage: { at: 'begin' },
      }));
    case 'iteration.finished':
      return {
        ...withFrame(state, fact.step, (frame) => ({
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
    case 'run.applied':
    case 'run.undone':
      return state;
    case 'cancel.asked':
      return { ...state, cancelled: true };
    case 'run.ending':
      return { ...state, ending: { status: fact.status, outcome: fact.outcome, error: fact.error } };
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
    // In a group never: opening it makes every record stale, and while it is open none is taken.
    before: state.fresh,
    reply: null,
    findings: noFindings,
    gateOutput: null,
    loop: { gateFailuresInARow: 0, lastKept: null, lastReason: '' },
  };
  const group = state.group && { ...state.group, waiting: state.group.waiting.filter((child) => child !== fact.step) };
  return { ...state, frames: [...state.frames, frame], group };
}

/** A failed runner or `require` neither counts to the three gate failures in a row nor resets them. */
function progress(frame: Frame, fact: Extract<Fact, { type: 'iteration.finished' }>): LoopProgress {
  switch (fact.verdict) {
    case 'kept':
      return {
        gateFailuresInARow: 0,
        lastKept: { reply: frame.reply, findings: frame.findings },
        lastReason: frame.loop.lastReason,
      };
    case 'undone':
      return { ...frame.loop, gateFailuresInARow: frame.loop.gateFailuresInARow + 1, lastReason: fact.reason };
    case 'failed':
      return { ...frame.loop, lastReason: fact.reason };
  }
}

function finished(state: RunState, fact: Extract<Fact, { type: 'step.finished' }>): RunState {
  const { result } = fact;
  const frame = state.frames.find((candidate) => candidate.step === fact.step);
  const frames = state.frames.filter((candidate) => candidate !== frame);
  const totals = frame === undefined || frame.kind === 'loop' ? state.totals : withEnd(state.totals, result.ok ? 'kept' : 'failed');
  const after = { ...state, frames, totals, ...marks(state, fact) };
  if (fact.group !== null && state.group !== null) {
    const { anyWell, anyCutShort } = state.group;
    return { ...after, group: { ...state.group, anyWell: anyWell || result.ok, anyCutShort: anyCutShort || isCutShort(fact) } };
  }
  return { ...after, group: null, next: { after: fact.step }, halt: haltOf(fact, totals) };
}

const withEnd = (totals: Totals, verdict: 'kept' | 'undone' | 'failed'): Totals => ({ ...totals, [verdict]: totals[verdict] + 1 });

const isCutShort = ({ result }: Extract<Fact, { type: 'step.finished' }>): boolean =>
  (result.ok ? result.outcome : result.why) === 'budget';

function marks(state: RunState, { result }: Extract<Fact, { type: 'step.finished' }>): Pick<RunState, 'exhausted' | 'stuck'> {
  return {
    exhausted: state.exhausted || (result.ok && result.outcome === 'exhausted'),
    stuck: state.stuck || (result.ok && result.outcome === 'stuck'),
  };
}

/** A run that its budget stops has succeeded if anything at all was kept or finished in it, be it by earlier steps. */
function haltOf(fact: Extract<Fact, { type: 'step.finished' }>, totals: Totals): RunState['halt'] {
  const { result } = fact;
  if (isCutShort(fact) && totals.kept > 0) return { status: 'succeeded', outcome: 'budget', error: null };
  if (result.ok) return null;
  return { status: 'failed', outcome: result.why === 'stuck' || result.why === 'budget' ? result.why : 'failed', error: result.error };
}
