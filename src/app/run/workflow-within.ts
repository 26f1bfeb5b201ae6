import { procedureOf } from '../../core/engine/procedure.ts';
import { stateOf } from '../../core/engine/state-of.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { WorkflowText } from '../../core/events/workflow-text.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Workflow } from '../../core/workflow/workflow.ts';
import { sourceOf } from '../history/recorded-workflow.ts';
import { besideOf, type CheckedWorkflow, checkedWorkflow } from '../workflows/checked-workflow.ts';
import { findWorkflow } from '../workflows/workflow-source.ts';
import { workflowTextOf } from './begin-run.ts';
import type { RunParts } from './drive-workflow.ts';

export interface WorkflowWithin extends Pick<CheckedWorkflow, 'workflow' | 'source' | 'inner' | 'warnings'> {
  /** Where a run within that has begun goes on with a changed file, as a person accepted it; else null. */
  readonly accepted: WorkflowText | null;
}

/**
 * The workflow that a step runs, as it stood when the outermost run began or a person accepted it since: what became of the file
 * meanwhile does not count, as with the outermost one's; that is said. `history`: of the run within, empty where it begins.
 */
export async function workflowWithin(
  outer: Omit<RunParts, 'runWithin'>,
  file: string,
  history: readonly StoredEvent[],
  warned: (message: string) => void,
): Promise<Result<WorkflowWithin, Refusal>> {
  const { cwd, root } = outer.report.facts;
  const key = besideOf(outer.source, file, cwd);
  const known = outer.inner?.find((each) => each.key === key);
  if (known === undefined) {
    const read = history.length > 0 ? await sourceOf(outer.store, history) : await checkedWorkflow(key, cwd, root);
    return read.ok ? ok({ ...read.value, accepted: null }) : read;
  }
  const within = { ...known, inner: outer.inner, warnings: [] };
  if (history.length === 0) {
    const now = await findWorkflow(key, cwd, root);
    if (!now.ok || now.value.text !== known.source.text)
      warned(`${known.source.file} has changed since the run began, which goes by it as it was then`);
    return ok({ ...within, accepted: null });
  }
  const own = await sourceOf(outer.store, history);
  if (!own.ok) return own;
  if (own.value.source.text === known.source.text) return ok({ ...within, accepted: null });
  if (!hasOpenSteps(known.workflow, history)) {
    warned(`${known.source.file} no longer has the step that was under way, so what was begun goes on by it as it was`);
    return ok({ ...within, ...own.value, inner: outer.inner, accepted: null });
  }
  const accepted = await workflowTextOf(outer.store, { ...known, inner: null });
  return accepted.ok ? ok({ ...within, accepted: accepted.value }) : accepted;
}

function hasOpenSteps(workflow: Workflow, history: readonly StoredEvent[]): boolean {
  const { frames, group } = stateOf(history);
  const procedure = procedureOf(workflow);
  return [...frames, ...(group === null ? [] : [group])].every(({ step }) => procedure.has(step));
}
