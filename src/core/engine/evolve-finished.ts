import type { Fact, Totals } from '../events/event.ts';
import { frameOf, type RunState } from './state.ts';

/** The state after a step has ended: its frame is gone, and the walk goes on behind it, with its group, or not at all. */
export function finished(state: RunState, fact: Extract<Fact, { type: 'step.finished' }>): RunState {
  const { result } = fact;
  const frame = frameOf(state, fact);
  const frames = state.frames.filter((candidate) => candidate !== frame);
  const totals = frame === undefined || frame.kind === 'loop' ? state.totals : withEnd(state.totals, result.ok ? 'kept' : 'failed');
  const after = { ...state, frames, totals, ...marks(state, fact) };
  if (fact.group !== null && state.group !== null) {
    const { anyWell, anyCutShort } = state.group;
    return { ...after, group: { ...state.group, anyWell: anyWell || result.ok, anyCutShort: anyCutShort || isCutShort(fact) } };
  }
  return { ...after, group: null, next: { after: fact.step }, halt: haltOf(fact, totals) };
}

/** The totals with one more attempt that ended so. */
export const withEnd = (totals: Totals, verdict: 'kept' | 'undone' | 'failed'): Totals => ({ ...totals, [verdict]: totals[verdict] + 1 });

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
