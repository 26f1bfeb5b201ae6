import type { Intent, Unit } from '../events/event.ts';
import type { Because, CommitPlan, Snapshot, SnapshotPurpose, Wait, Words } from '../events/event-parts.ts';
import { branchSlugOf } from '../model/names.ts';
import type { Frame } from './frame.ts';
import type { RunState } from './state.ts';

/** Makes intents for one place in the workflow, with the run's next operation number. */
export function intents(state: RunState, { step, item, said = [] }: Unit & Partial<Pick<Frame, 'said'>>, iteration: number) {
  const at = { op: state.nextOp, step, item, iteration };
  const named = (what: string): string => snapshotName(state, { step, item }, iteration, what);
  return {
    snapshot: (purpose: SnapshotPurpose, because: Because | null = null): Intent => ({
      type: 'snapshot.requested',
      purpose,
      name: purpose === 'left' && isTry(because) ? `try-${state.tries + 1}` : named(purpose),
      because,
      ...at,
    }),
    command: (attempt: number): Intent => ({ type: 'command.requested', attempt, ...at }),
    prompt: (attempt: number, model: string | null, complaint: string | null): Intent => ({
      type: 'prompt.requested',
      attempt,
      model,
      complaint,
      ...at,
      ...carried(state, said),
    }),
    gate: (attempt: number, answered: Snapshot | null): Intent => ({ type: 'gate.requested', attempt, answered, ...at }),
    plan: (before: Snapshot, after: Snapshot, subject: string): Intent => ({ type: 'plan.requested', before, after, subject, ...at }),
    commit: (before: Snapshot, plan: CommitPlan): Intent => ({ type: 'commit.requested', before, plan, ...at }),
    restore: (to: Snapshot, left: Snapshot, because: Because): Intent => ({ type: 'restore.requested', to, left, because, ...at }),
    wait: ({ forMs, notBeforeMs }: Wait, why: string): Intent => ({ type: 'wait.requested', forMs, notBeforeMs, why, ...at }),
    approval: (question: string): Intent => ({ type: 'approval.requested', question, ...at }),
    items: (): Intent => ({ type: 'items.requested', ...at }),
    gather: (): Intent => ({ type: 'gather.requested', ...at }),
    tree: (from: Snapshot): Intent => ({ type: 'tree.requested', from, name: named('tree'), ...at }),
    merge: (tree: string, base: Snapshot, theirs: Snapshot, ours: Snapshot): Intent => ({
      type: 'merge.requested',
      tree,
      base,
      theirs,
      ours,
      name: named('merged'),
      ...at,
    }),
    workflow: (file: string): Intent => ({ type: 'workflow.requested', child: `${state.nextOp}`, file, ...at }),
    functionCall: (name: string, attempt: number): Intent => ({
      type: 'function.requested',
      child: `${state.nextOp}`,
      name,
      attempt,
      ...at,
    }),
  };
}

/** What people have said that a prompt carries now; what it carried already, it carries again. */
function carried({ steering }: RunState, before: readonly Words[]): { readonly said?: readonly Words[] } {
  const said = [...before, ...steering.unheard.map(({ by, text }) => ({ by, text }))];
  return said.length === 0 ? {} : { said };
}

/** Whether what is left was an attempt that was no good, and is kept to look at as one. */
export const isTry = (because: Because | null): boolean => because?.verdict === 'undone' || because?.verdict === 'failed';

/** The name of a recorded state of a step: unique by its operation, legal in a ref, telling to a person. */
function snapshotName(state: RunState, { step, item }: Unit, iteration: number, what: string): string {
  if (step === '') return what;
  const place = [branchSlugOf(step), ...(item > 0 ? [`item${item}`] : []), ...(iteration > 0 ? [iteration] : []), what];
  return `${state.nextOp}-${place.join('-')}`;
}

/** The same intent once more, for whoever was to perform it is gone. What it records gets a name of its own. */
export function again(state: RunState, intent: Intent): Intent {
  const op = state.nextOp;
  switch (intent.type) {
    case 'snapshot.requested':
    case 'merge.requested': {
      const isTry = intent.name.startsWith('try-');
      return { ...intent, op, name: isTry ? `try-${state.tries + 1}` : `${op}-${intent.name.replace(/^\d+-/, '')}` };
    }
    default:
      return { ...intent, op };
  }
}
