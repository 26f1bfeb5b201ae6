import type { Intent } from '../events/event.ts';

/** What an operation is while somebody performs it, and once nobody does. */
export const doings: Record<Intent['type'], readonly [now: string, then: string]> = {
  'command.requested': ['it runs', 'it ran'],
  'prompt.requested': ['the agent is at work', 'the agent was at work'],
  'gate.requested': ['the gate runs', 'the gate ran'],
  'snapshot.requested': ['the work tree is recorded', 'the work tree was recorded'],
  'plan.requested': ['it is committed', 'it was committed'],
  'commit.requested': ['it is committed', 'it was committed'],
  'restore.requested': ['it is put back', 'it was put back'],
  'wait.requested': ['it waits', 'it waited'],
  'approval.requested': ['it waits for an answer', 'it waited for an answer'],
  'items.requested': ['its items are listed', 'its items were listed'],
  'gather.requested': ['its outputs are gathered', 'its outputs were gathered'],
  'tree.requested': ['it gets a work tree', 'it got a work tree'],
  'merge.requested': ['its changes are merged', 'its changes were merged'],
  'function.requested': ['the function runs', 'the function ran'],
  'workflow.requested': ['the run within it goes on', 'the run within it went on'],
};
