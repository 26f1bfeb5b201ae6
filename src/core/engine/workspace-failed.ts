import type { Intent } from '../events/event.ts';
import { mergeOver } from './merging.ts';
import { frameOf, type RunState, withFrame } from './state.ts';

/** What could not be done to the workspace ends the step; nothing further is tried on a tree whose state is in doubt. */
export function workspaceFailed(state: RunState, intent: Intent, message: string): RunState {
  if (intent.type === 'snapshot.requested' && intent.purpose === 'start') {
    const error = `the workspace could not be recorded: ${message}`;
    return { ...state, phase: 'walking', halt: { status: 'failed', outcome: 'failed', error } };
  }
  if (intent.type === 'snapshot.requested' && intent.purpose === 'end') return { ...state, endRecorded: true };
  const reason = `${attempted(intent)}: ${message}`;
  const frame = frameOf(state, intent);
  if (frame === undefined) {
    if (state.group !== null) return { ...state, group: { ...state.group, asking: false, failure: reason } };
    return { ...state, halt: { status: 'failed', outcome: 'failed', error: `${intent.step} failed: ${reason}` } };
  }
  if (frame.tree?.merge) return withFrame(state, intent, mergeOver(reason));
  return withFrame(state, intent, (own) => ({
    ...own,
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
    case 'approval.requested':
      return 'what was said to it could not be kept';
    case 'items.requested':
      return 'its items could not be read';
    case 'gather.requested':
      return 'its outputs could not be put together';
    case 'tree.requested':
      return 'a work tree of its own could not be made';
    case 'merge.requested':
      return `its changes could not be merged (they are recorded as ${intent.theirs.ref})`;
    case 'command.requested':
    case 'prompt.requested':
    case 'gate.requested':
    case 'wait.requested':
    case 'workflow.requested':
    case 'function.requested':
      throw new Error(`the journal answers operation ${intent.op} (${intent.type}) with workspace.failed`);
  }
}
