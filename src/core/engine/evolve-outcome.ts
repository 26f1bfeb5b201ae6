import { answeredIntent } from '../events/answered-intent.ts';
import type { Intent, Outcome, Totals } from '../events/event.ts';
import type { Snapshot, Usage } from '../events/event-parts.ts';
import { type RunState, type Stage, withFrame } from './state.ts';

/** The state after what came of an intent, which is no longer pending in it. Throws where the outcome is no answer to it. */
export function evolveOutcome(state: RunState, intent: Intent, outcome: Outcome): RunState {
  const to = (stage: Stage): RunState => withFrame(state, intent.step, (frame) => ({ ...frame, stage }));
  switch (outcome.type) {
    case 'snapshot.taken':
      return recorded(state, answeredIntent('snapshot.requested', intent, outcome), outcome.snapshot);
    case 'command.ended': {
      const { step } = answeredIntent('command.requested', intent, outcome);
      const { output: reply, findings, end } = outcome;
      return withFrame(state, step, (frame) => ({ ...frame, reply, findings, stage: { at: 'command-ended', end } }));
    }
    case 'prompt.ended': {
      const { step } = answeredIntent('prompt.requested', intent, outcome);
      const { reply, findings } = outcome;
      const answered = reply.ok ? { text: reply.text, failure: null } : { text: null, failure: reply.failure };
      return {
        ...withFrame(state, step, (frame) => ({
          ...frame,
          reply: answered.text,
          findings,
          stage: { at: 'prompt-ended', failure: answered.failure },
        })),
        totals: withUsage(state.totals, outcome.usage),
      };
    }
    case 'gate.ended': {
      const { step } = answeredIntent('gate.requested', intent, outcome);
      return withFrame(state, step, (frame) => ({ ...frame, gateOutput: outcome.output, stage: { at: 'gate-ended', end: outcome.end } }));
    }
    case 'plan.made':
      answeredIntent('plan.requested', intent, outcome);
      return to({ at: 'planned', plan: outcome.plan });
    case 'commit.made': {
      const { plan } = answeredIntent('commit.requested', intent, outcome);
      const commits = state.totals.commits + (plan.paths > 0 ? 1 : 0);
      return { ...to({ at: 'concluded', because: null }), totals: { ...state.totals, commits } };
    }
    case 'restore.done': {
      const { because, to: target } = answeredIntent('restore.requested', intent, outcome);
      return { ...to({ at: 'concluded', because }), fresh: target };
    }
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
      return to({ at: 'gate-due', answered: snapshot });
    case 'after':
      return to({ at: 'recorded', after: snapshot });
    case 'left':
      if (intent.because === null) throw new Error(`the journal does not say why operation ${intent.op} leaves a state`);
      return to({ at: 'left', left: snapshot, because: intent.because });
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
  if (intent.type === 'snapshot.requested' && intent.purpose === 'start') {
    const error = `the workspace could not be recorded: ${message}`;
    return { ...state, phase: 'walking', halt: { status: 'failed', outcome: 'failed', error } };
  }
  if (intent.type === 'snapshot.requested' && intent.purpose === 'end') return { ...state, endRecorded: true };
  const reason = `${attempted(intent)}: ${message}`;
  return withFrame(state, intent.step, (frame) => ({
    ...frame,
    stage: { at: 'concluded', because: { verdict: 'failed', reason, fatal: true } },
  }));
}

function attempted(intent: Intent): string {
  switch (intent.type) {
    case 'snapshot.requested':
      return intent.purpose === 'left'
        ? 'nothing was put back, as the state to leave could not be recorded'
        : 'the workspace could not be recorded';
    case 'restore.requested':
      return `the workspace could not be put back (what was left is recorded as ${intent.left.ref})`;
    case 'plan.requested':
    case 'commit.requested':
      return 'the iteration could not be committed';
    case 'command.requested':
    case 'prompt.requested':
    case 'gate.requested':
      throw new Error(`the journal answers operation ${intent.op} (${intent.type}) with workspace.failed`);
  }
}
