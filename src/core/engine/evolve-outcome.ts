import { answeredIntent } from '../events/answered-intent.ts';
import type { Intent, Outcome, Totals } from '../events/event.ts';
import type { Snapshot, Usage } from '../events/event-parts.ts';
import { unpricedIn } from '../events/unpriced.ts';
import { type Frame, firstStage, isInOwnTree, type Stage } from './frame.ts';
import { conflictText, mergeOver, withMerge } from './merging.ts';
import { frameOf, type Group, type RunState, withFrame } from './state.ts';
import { withHeard } from './steered.ts';
import { workspaceFailed } from './workspace-failed.ts';

/** The state after what came of an intent, which is no longer pending in it. Throws where the outcome is no answer to it. */
export function evolveOutcome(before: RunState, intent: Intent, outcome: Outcome): RunState {
  const state = tookTime(outcome) ? { ...before, fresh: null } : before;
  const change = (edit: (frame: Frame) => Frame): RunState => withFrame(state, intent, edit);
  const to = (stage: Stage): RunState => change((frame) => ({ ...frame, stage }));
  switch (outcome.type) {
    case 'snapshot.taken':
      return recorded(state, answeredIntent('snapshot.requested', intent, outcome), outcome.snapshot);
    case 'command.ended': {
      answeredIntent('command.requested', intent, outcome);
      const { output: reply, findings, end } = outcome;
      return change((frame) => ({ ...frame, reply, findings, stage: { at: 'command-ended', end } }));
    }
    case 'prompt.ended':
      answeredIntent('prompt.requested', intent, outcome);
      return replied(state, intent, outcome);
    case 'gate.ended': {
      answeredIntent('gate.requested', intent, outcome);
      const { output: gateOutput, measured, end } = outcome;
      return change((frame) => ({ ...frame, gateOutput, measured, stage: { at: 'gate-ended', end } }));
    }
    case 'plan.made': {
      const { before } = answeredIntent('plan.requested', intent, outcome);
      const { plan } = outcome;
      const merging = frameOf(state, intent)?.tree?.merge?.begun === true;
      return plan === null && merging ? change(mergeOver(null)) : to({ at: 'planned', before, plan });
    }
    case 'commit.made':
      return committed(state, answeredIntent('commit.requested', intent, outcome));
    case 'restore.done':
      return restored(state, answeredIntent('restore.requested', intent, outcome));
    case 'wait.ended':
      answeredIntent('wait.requested', intent, outcome);
      return to({ at: 'begin' });
    case 'approval.given': {
      answeredIntent('approval.requested', intent, outcome);
      const { output: reply, findings, approved, words, by } = outcome;
      return change((frame) => ({ ...frame, reply, findings, stage: { at: 'approval-given', approved, words, by } }));
    }
    case 'items.listed':
      answeredIntent('items.requested', intent, outcome);
      return withGroup(state, { waiting: outcome.items.map((_, index) => ({ step: intent.step, item: index + 1 })) });
    case 'gathered':
      answeredIntent('gather.requested', intent, outcome);
      return withGroup(state, { gathered: { output: outcome.output, branch: outcome.findings.branch } });
    case 'tree.made': {
      const { name, from } = answeredIntent('tree.requested', intent, outcome);
      return change((frame) => ({
        ...frame,
        before: null,
        stage: firstStage(frame.kind),
        tree: { name, base: from, fresh: null, merge: null },
      }));
    }
    case 'merge.made': {
      const { ours, theirs } = answeredIntent('merge.requested', intent, outcome);
      const { merged, conflicts } = outcome;
      return merged === null ? change(mergeOver(conflictText(conflicts, theirs))) : to({ at: 'merged', merged, ours });
    }
    case 'workflow.ended':
      answeredIntent('workflow.requested', intent, outcome);
      return workflowEnded(state, intent, outcome);
    case 'function.ended':
      answeredIntent('function.requested', intent, outcome);
      return functionEnded(state, intent, outcome);
    case 'workspace.failed':
      return workspaceFailed(state, intent, outcome.failure.message);
  }
}

/** Whether it took as long as a person needs to change a file, wherever it was done: in a work tree of its own, the user's is theirs. */
function tookTime({ type }: Outcome): boolean {
  switch (type) {
    case 'command.ended':
    case 'prompt.ended':
    case 'gate.ended':
    case 'wait.ended':
    case 'approval.given':
    case 'workflow.ended':
    case 'function.ended':
      return true;
    case 'snapshot.taken':
    case 'plan.made':
    case 'commit.made':
    case 'restore.done':
    case 'items.listed':
    case 'gathered':
    case 'tree.made':
    case 'merge.made':
    case 'workspace.failed':
      return false;
  }
}

const withGroup = (state: RunState, known: Partial<Group>): RunState => ({
  ...state,
  group: state.group && { ...state.group, asking: false, ...known },
});

function replied(
  state: RunState,
  intent: Intent,
  { reply, findings, usage, heard = 0 }: Extract<Outcome, { type: 'prompt.ended' }>,
): RunState {
  const stage = { at: 'prompt-ended', failure: reply.ok ? null : reply.failure } as const;
  return {
    ...withFrame(state, intent, (frame) => ({ ...frame, reply: reply.ok ? reply.text : null, findings, stage })),
    totals: withUsage(state.totals, usage),
    dearestCall: dearest(state.dearestCall, usage),
    // Whoever failed is asked again, or somebody else is: they have to hear it too. Of one that was cancelled nothing comes.
    steering: withHeard(state.steering, reply.ok || reply.failure.kind === 'cancelled' ? heard : 0),
  };
}

function workflowEnded(state: RunState, intent: Intent, outcome: Extract<Outcome, { type: 'workflow.ended' }>): RunState {
  const { output: reply, findings, ending, error } = outcome;
  return {
    ...withFrame(state, intent, (frame) => ({ ...frame, reply, findings, stage: { at: 'workflow-ended', ending, error } })),
    totals: withTotals(state.totals, outcome.totals),
    steering: withHeard(state.steering, outcome.heard ?? 0),
  };
}

function functionEnded(
  state: RunState,
  intent: Intent,
  { result, findings, totals }: Extract<Outcome, { type: 'function.ended' }>,
): RunState {
  const stage = { at: 'function-ended', failure: result.ok ? null : result.failure } as const;
  const ended = withFrame(state, intent, (frame) => ({ ...frame, reply: result.ok ? result.output : null, findings, stage }));
  return { ...ended, totals: withTotals(state.totals, totals) };
}

function recorded(state: RunState, intent: Extract<Intent, { type: 'snapshot.requested' }>, snapshot: Snapshot): RunState {
  const { purpose } = intent;
  const frame = frameOf(state, intent);
  const inOwn = frame !== undefined && isInOwnTree(frame) && purpose !== 'ours' && purpose !== 'base';
  const fresh = inOwn
    ? withFrame(state, intent, (own) => ({ ...own, tree: own.tree && { ...own.tree, fresh: snapshot } }))
    : { ...state, fresh: snapshot };
  const to = (stage: Stage): RunState => withFrame(fresh, intent, (own) => ({ ...own, stage }));
  switch (purpose) {
    case 'start':
      return { ...fresh, phase: 'walking', start: snapshot };
    case 'end':
      return { ...fresh, endRecorded: true };
    case 'base':
      // Before a group is opened there is no frame that waits for it.
      return frame === undefined ? fresh : to(firstStage(frame.kind));
    case 'before':
      return withFrame(fresh, intent, (own) => ({ ...own, before: snapshot, stage: { at: 'begin' } }));
    case 'answered':
      return to({ at: 'gate-due', answered: snapshot });
    case 'after':
      return to({ at: 'recorded', after: snapshot });
    case 'left':
      if (intent.because === null) throw new Error(`the journal does not say why operation ${intent.op} leaves a state`);
      return to({ at: 'left', left: snapshot, because: intent.because });
    case 'theirs':
      return withFrame(fresh, intent, (own) => withMerge(own, (merge) => ({ ...merge, theirs: snapshot })));
    case 'ours':
      return withFrame(fresh, intent, (own) => withMerge(own, (merge) => ({ ...merge, ours: snapshot })));
  }
}

function committed(state: RunState, intent: Extract<Intent, { type: 'commit.requested' }>): RunState {
  const frame = frameOf(state, intent);
  // What a step commits in a work tree of its own comes into the run's history as one commit, when it is merged.
  const counts = intent.plan.paths > 0 && (frame === undefined || !isInOwnTree(frame));
  const totals = { ...state.totals, commits: state.totals.commits + (counts ? 1 : 0) };
  const over = frame?.tree?.merge?.begun ? mergeOver(null) : (own: Frame): Frame => ({ ...own, stage: { at: 'concluded', because: null } });
  return { ...withFrame(state, intent, over), totals };
}

function restored(state: RunState, intent: Extract<Intent, { type: 'restore.requested' }>): RunState {
  const { because, to: target, left } = intent;
  const frame = frameOf(state, intent);
  const inOwn = frame !== undefined && isInOwnTree(frame);
  const fresh = inOwn
    ? withFrame(state, intent, (own) => ({ ...own, tree: own.tree && { ...own.tree, fresh: target } }))
    : { ...state, fresh: target };
  const to = (stage: Stage): RunState => withFrame(fresh, intent, (own) => ({ ...own, stage }));
  switch (because.verdict) {
    case 'merged':
      if (because.commit) return to({ at: 'merged-in', merged: target, ours: because.again?.ours ?? left });
      // What the merged rules no longer ignore is on the disk and in no snapshot yet, so what comes next begins with a new one.
      return withFrame({ ...state, fresh: null }, intent, mergeOver(null));
    case 'again':
      if (because.wait !== null) return to({ at: 'wait-due', wait: because.wait, why: because.reason });
      return to(because.from === 'gate' ? { at: 'gate-due', answered: target } : { at: 'begin' });
    case 'undone':
    case 'failed':
      return to({ at: 'concluded', because });
  }
}

/** The totals with one more call of an agent or a model. */
export function withUsage(totals: Totals, usage: Usage): Totals {
  return {
    ...totals,
    calls: totals.calls + 1,
    nanoUsd: totals.nanoUsd + (usage.nanoUsd ?? 0),
    unpricedCalls: totals.unpricedCalls + unpricedIn(usage),
    tokens: totals.tokens + tokensOf(usage),
  };
}

/** What a run within the run used; what it kept and undid stands in its own totals. */
const withTotals = (totals: Totals, inner: Totals): Totals => ({
  ...totals,
  calls: totals.calls + inner.calls,
  nanoUsd: totals.nanoUsd + inner.nanoUsd,
  unpricedCalls: totals.unpricedCalls + inner.unpricedCalls,
  tokens: totals.tokens + inner.tokens,
  commits: totals.commits + inner.commits,
});

const tokensOf = ({ inputTokens, outputTokens }: Usage): number => (inputTokens ?? 0) + (outputTokens ?? 0);

const dearest = (call: RunState['dearestCall'], usage: Usage): RunState['dearestCall'] => ({
  nanoUsd: Math.max(call.nanoUsd, usage.nanoUsd ?? 0),
  tokens: Math.max(call.tokens, tokensOf(usage)),
});
