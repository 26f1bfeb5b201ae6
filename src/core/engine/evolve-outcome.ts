import type { Intent, Outcome, Totals } from '../events/event.ts';
import type { Snapshot, Usage } from '../events/facts.ts';
import { type RunState, type Stage, withFrame } from './state.ts';

/** The state after what came of an intent, which is no longer pending in it. */
export function evolveOutcome(state: RunState, intent: Intent, outcome: Outcome): RunState {
  const to = (stage: Stage): RunState => withFrame(state, intent.step, (frame) => ({ ...frame, stage }));
  switch (outcome.type) {
    case 'snapshot.taken':
      return intent.type === 'snapshot.requested' ? recorded(state, intent, outcome.snapshot) : state;
    case 'command.ended':
      return withFrame(state, intent.step, (frame) => ({
        ...frame,
        reply: outcome.output,
        findings: outcome.findings,
        stage: { at: 'command-ended', end: outcome.end },
      }));
    case 'prompt.ended':
      return {
        ...withFrame(state, intent.step, (frame) => ({
          ...frame,
          reply: outcome.reply.ok ? outcome.reply.text : null,
          findings: outcome.findings,
          stage: { at: 'prompt-ended', failure: outcome.reply.ok ? null : outcome.reply.failure },
        })),
        totals: withUsage(state.totals, outcome.usage),
      };
    case 'gate.ended':
      return withFrame(state, intent.step, (frame) => ({
        ...frame,
        gateOutput: outcome.output,
        stage: { at: 'gate-ended', end: outcome.end },
      }));
    case 'plan.made':
      return to({ at: 'planned', plan: outcome.plan });
    case 'commit.made':
      return { ...to({ at: 'concluded', because: null }), totals: { ...state.totals, commits: state.totals.commits + 1 } };
    case 'restore.done':
      return intent.type === 'restore.requested' ? { ...to({ at: 'concluded', because: intent.because }), fresh: intent.to } : state;
    case 'workspace.failed':
      return workspaceFailed(state, intent, outcome.failure.message);
  }
}

function recorded(state: RunState, intent: Extract<Intent, { type: 'snapshot.requested' }>, snapshot: Snapshot): RunState {
  const fresh = { ...state, fresh: snapshot };
  const to = (stage: Stage): RunState => withFrame(fresh, intent.step, (frame) => ({ ...frame, stage }));
  switch (intent.purpose) {
    case 'start':
      return { ...fresh, phase: 'walking', start: snapshot };
    case 'end':
      return { ...fresh, endRecorded: true };
    case 'before':
      return withFrame(fresh, intent.step, (frame) => ({ ...frame, before: snapshot, stage: { at: 'begin' } }));
    case 'answered':
      return to({ at: 'gate-due' });
    case 'after':
      return to({ at: 'recorded', after: snapshot });
    case 'left':
      return intent.because === null ? fresh : to({ at: 'left', left: snapshot, because: intent.because });
  }
}

function withUsage(totals: Totals, usage: Usage): Totals {
  return {
    ...totals,
    calls: totals.calls + 1,
    nanoUsd: totals.nanoUsd + (usage.nanoUsd ?? 0),
    unpricedCalls: totals.unpricedCalls + (usage.nanoUsd === null ? 1 : 0),
    tokens: totals.tokens + (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
  };
}

/** What could not be done to the workspace ends the step; nothing further is tried on a tree whose state is in doubt. */
function workspaceFailed(state: RunState, intent: Intent, message: string): RunState {
  if (intent.step === '') {
    if (intent.type === 'snapshot.requested' && intent.purpose === 'start') {
      return { ...state, phase: 'walking', halt: { status: 'failed', outcome: 'failed', error: `the workspace could not be recorded: ${message}` } };
    }
    return { ...state, endRecorded: true };
  }
  const reason = `${doing(intent)}: ${message}`;
  return withFrame(state, intent.step, (frame) => ({
    ...frame,
    stage: { at: 'concluded', because: { verdict: 'failed', reason, fatal: true } },
  }));
}

function doing(intent: Intent): string {
  switch (intent.type) {
    case 'snapshot.requested':
      return intent.purpose === 'left'
        ? 'nothing was put back, as the state to leave could not be recorded'
        : 'the workspace could not be recorded';
    case 'restore.requested':
      return `the workspace could not be put back (what was left is kept in ${intent.left.ref})`;
    case 'plan.requested':
    case 'commit.requested':
      return 'the iteration could not be committed';
    default:
      return 'the step could not be performed';
  }
}
