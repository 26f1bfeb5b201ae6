import type { StoredEvent } from '../../core/events/envelope.ts';
import type { WorkflowText } from '../../core/events/workflow-text.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Value } from '../../core/model/value.ts';
import { parseWorkflow } from '../../core/workflow/parse-workflow.ts';
import { textOf } from '../../journaling/value-store.ts';
import type { Store } from '../../ports/store.ts';
import type { CheckedWorkflow, InnerWorkflow } from '../workflows/checked-workflow.ts';

/** The text that a run goes by: what it was started with, or what a person accepted since. */
export function recordedText(history: readonly StoredEvent[]): WorkflowText {
  for (const { event } of history.toReversed()) {
    if (event.type === 'resumed' && event.workflow !== null) return event.workflow;
    if (event.type === 'run.started') return event.workflow;
  }
  throw new Error('a run has no first event');
}

/** The workflow of a run as its journal has it. */
export async function sourceOf(
  { blobs }: Pick<Store, 'blobs'>,
  history: readonly StoredEvent[],
): Promise<Result<CheckedWorkflow, Refusal>> {
  const { name, source, file } = recordedText(history);
  return parsedSource({ blobs }, source, file ?? name, isBuiltIn(file));
}

/** The workflows within a run's, as its journal has them; null where it has none of them. */
export async function innerSourcesOf(
  { blobs }: Pick<Store, 'blobs'>,
  history: readonly StoredEvent[],
): Promise<Result<readonly InnerWorkflow[] | null, Refusal>> {
  const { inner } = recordedText(history);
  if (inner === undefined) return ok(null);
  const all: InnerWorkflow[] = [];
  for (const { key, file, source } of inner) {
    const read = await parsedSource({ blobs }, source, file, isBuiltIn(file));
    if (!read.ok) return read;
    all.push({ key, workflow: read.value.workflow, source: read.value.source });
  }
  return ok(all);
}

const isBuiltIn = (file: string | null): boolean => file === null || !/[/.]/.test(file);

async function parsedSource(
  { blobs }: Pick<Store, 'blobs'>,
  source: Value,
  file: string,
  builtIn: boolean,
): Promise<Result<CheckedWorkflow, Refusal>> {
  const text = await textOf(blobs, source);
  if (!text.ok) return fail(refusalOf('store/unavailable', text.failure));
  const { workflow, diagnostics } = parseWorkflow(text.value);
  if (workflow !== null) return ok({ workflow, source: { file, text: text.value, builtIn }, warnings: [], inner: null });
  return fail({
    code: 'run/invalid-workflow',
    message: `the workflow that the run was started with is none to this version of Pawl`,
    hint: 'go on with the version that began it, or undo the run',
    diagnostics: { file, source: text.value, list: diagnostics },
  });
}
