import type { Intent } from '../events/event.ts';
import type { CommitPlan, Snapshot, SnapshotPurpose, Undoing } from '../events/event-parts.ts';
import { branchSlugOf } from '../model/names.ts';
import type { RunState } from './state.ts';

/** Makes intents for one place in the workflow, with the run's next operation number. */
export function intents(state: RunState, step: string, iteration: number) {
  const at = { op: state.nextOp, step, iteration };
  return {
    snapshot: (purpose: SnapshotPurpose, name: string, because: Undoing | null = null): Intent => ({
      type: 'snapshot.requested',
      purpose,
      name,
      because,
      ...at,
    }),
    command: (): Intent => ({ type: 'command.requested', attempt: 1, ...at }),
    prompt: (model: string | null): Intent => ({ type: 'prompt.requested', attempt: 1, model, ...at }),
    gate: (answered: Snapshot | null): Intent => ({ type: 'gate.requested', answered, ...at }),
    plan: (before: Snapshot, after: Snapshot, subject: string): Intent => ({ type: 'plan.requested', before, after, subject, ...at }),
    commit: (before: Snapshot, plan: CommitPlan): Intent => ({ type: 'commit.requested', before, plan, ...at }),
    restore: (to: Snapshot, left: Snapshot, because: Undoing): Intent => ({ type: 'restore.requested', to, left, because, ...at }),
  };
}

/** The name of a snapshot of a step: unique by its operation, legal in a ref, telling to a person. */
export function snapshotName(state: RunState, step: string, iteration: number, purpose: SnapshotPurpose): string {
  if (purpose === 'left') return `try-${state.tries + 1}`;
  return `${state.nextOp}-${branchSlugOf(step)}${iteration > 0 ? `-${iteration}` : ''}-${purpose}`;
}
