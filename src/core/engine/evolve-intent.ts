import type { Intent } from '../events/event.ts';
import { type Frame, isInOwnTree, type Stage, type Tree } from './frame.ts';
import { isTry } from './intents.ts';
import { frameOf, type RunState, withFrame } from './state.ts';
import { withCarried } from './steered.ts';

/** The state once something is to be performed: it is pending, and the step that it serves waits for it. */
export function evolveIntent(state: RunState, intent: Intent): RunState {
  const served = frameOf(state, intent);
  const waiting = withFrame(state, intent, (frame) => servedBy(frame, intent));
  return {
    ...waiting,
    steering: intent.type === 'prompt.requested' ? withCarried(state.steering) : state.steering,
    nextOp: intent.op + 1,
    tries: state.tries + (intent.type === 'snapshot.requested' && intent.purpose === 'left' && isTry(intent.because) ? 1 : 0),
    pending: new Map(state.pending).set(intent.op, intent),
    fresh: changesTree(intent) && (served === undefined || !isInOwnTree(served)) ? null : state.fresh,
    group:
      state.group !== null && served === undefined && state.group.step === intent.step ? { ...state.group, asking: true } : state.group,
  };
}

/** Whether a work tree may be another one after it. */
function changesTree({ type }: Intent): boolean {
  switch (type) {
    case 'command.requested':
    case 'prompt.requested':
    case 'gate.requested':
    case 'commit.requested':
    case 'restore.requested':
    case 'workflow.requested':
    case 'function.requested':
      return true;
    case 'snapshot.requested':
    case 'plan.requested':
    case 'wait.requested':
    case 'approval.requested':
    case 'items.requested':
    case 'gather.requested':
    case 'tree.requested':
    case 'merge.requested':
      return false;
  }
}

function servedBy(frame: Frame, intent: Intent): Frame {
  const waiting: Frame = { ...frame, stage: { at: 'waiting' }, tree: frame.tree && treeAfter(frame, frame.tree, intent) };
  switch (intent.type) {
    case 'command.requested':
    case 'function.requested':
      return { ...waiting, attempts: intent.attempt };
    case 'prompt.requested':
      return { ...waiting, attempts: intent.attempt, asks: intent.complaint === null ? 0 : frame.asks + 1, said: intent.said ?? [] };
    case 'gate.requested':
      return { ...waiting, answered: intent.answered, gateAttempts: intent.attempt };
    case 'wait.requested':
      return { ...waiting, retries: frame.stage.at === 'interrupted' ? frame.retries : frame.retries + 1 };
    default:
      return waiting;
  }
}

function treeAfter(frame: Frame, tree: Tree, intent: Intent): Tree {
  const fresh = changesTree(intent) && isInOwnTree(frame) ? null : tree.fresh;
  if (intent.type === 'snapshot.requested' && intent.purpose === 'theirs') {
    // A loop's outcome is worked out again from where it stood; any other step has ended well, whatever comes meanwhile.
    const ended: Stage = frame.kind === 'loop' ? frame.stage : { at: 'concluded', because: null };
    const from = tree.merge?.from ?? ended;
    return { ...tree, fresh, merge: { from, theirs: null, ours: null, begun: false, over: false, failure: null } };
  }
  const begins = intent.type === 'merge.requested' || (intent.type === 'snapshot.requested' && intent.purpose === 'ours');
  return { ...tree, fresh, merge: tree.merge && begins ? { ...tree.merge, begun: true } : tree.merge };
}
