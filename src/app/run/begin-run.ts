import type { Settings } from '../../core/events/event-parts.ts';
import type { RunEvent } from '../../core/events/run-event.ts';
import type { InnerText, WorkflowText } from '../../core/events/workflow-text.ts';
import { digestOf } from '../../core/model/digest.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Value } from '../../core/model/value.ts';
import { valueOf } from '../../journaling/value-store.ts';
import type { Store } from '../../ports/store.ts';
import type { WorkspaceReport } from '../../ports/workspace.ts';
import type { CheckedWorkflow } from '../workflows/checked-workflow.ts';
import { isRecorded } from './workspace-fitness.ts';

/** A run's first event. */
export async function firstEventOf(
  { blobs }: Store,
  checked: Pick<CheckedWorkflow, 'workflow' | 'source' | 'inner'>,
  report: WorkspaceReport,
  run: { readonly input: string | Value; readonly parent: string | null; readonly settings: Settings },
): Promise<Result<Extract<RunEvent, { type: 'run.started' }>, Refusal>> {
  const input = typeof run.input === 'string' ? await valueOf(blobs, Buffer.from(run.input)) : ok(run.input);
  if (!input.ok) return fail(refusalOf('store/unavailable', input.failure));
  const workflow = await workflowTextOf({ blobs }, checked);
  if (!workflow.ok) return workflow;
  return ok({
    type: 'run.started',
    workflow: workflow.value,
    parent: run.parent,
    input: input.value,
    settings: run.settings,
    workspace: report.facts,
    // A merge under way stops nothing that only runs commands; but then nothing is recorded, as nothing could be put back.
    recorded: isRecorded(report),
  });
}

/** A workflow's file as it was read, for the journal, and those of the workflows within it where they are known. */
export async function workflowTextOf(
  { blobs }: Pick<Store, 'blobs'>,
  { workflow, source, inner }: Pick<CheckedWorkflow, 'workflow' | 'source' | 'inner'>,
): Promise<Result<WorkflowText, Refusal>> {
  const text = await valueOf(blobs, Buffer.from(source.text));
  if (!text.ok) return fail(refusalOf('store/unavailable', text.failure));
  const within: InnerText[] = [];
  for (const { key, source: own } of inner ?? []) {
    const kept = await valueOf(blobs, Buffer.from(own.text));
    if (!kept.ok) return fail(refusalOf('store/unavailable', kept.failure));
    within.push({ key, file: own.file, digest: digestOf(own.text), source: kept.value });
  }
  return ok({
    name: workflow.name,
    digest: digestOf(source.text),
    source: text.value,
    file: source.file,
    ...(within.length === 0 ? {} : { inner: within }),
  });
}
