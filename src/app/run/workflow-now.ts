import { procedureOf } from '../../core/engine/procedure.ts';
import type { RunState } from '../../core/engine/state.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { WorkflowText } from '../../core/events/workflow-text.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { textOf } from '../../journaling/value-store.ts';
import type { Store } from '../../ports/store.ts';
import { innerSourcesOf, recordedText, sourceOf } from '../history/recorded-workflow.ts';
import { rootOf } from '../project/root.ts';
import { type CheckedWorkflow, checkedWorkflow } from '../workflows/checked-workflow.ts';

interface RecordedOrNow extends CheckedWorkflow {
  readonly changed: boolean;
}

/** The workflow to go on with: as it was recorded, unless its file has changed and a person accepts that. */
export async function workflowNow(
  store: Store,
  history: readonly StoredEvent[],
  state: RunState,
  cwd: string,
  accept: boolean,
): Promise<Result<RecordedOrNow, Refusal>> {
  const text = recordedText(history);
  const now = text.file === null ? null : await checkedWorkflow(text.file, cwd, rootOf(cwd));
  // A file that is gone, or is being edited and wrong, changes nothing of what the run goes by.
  if (now === null || (!now.ok && !accept)) {
    return workflowRecorded(store, history);
  }
  if (!now.ok) return now;
  const changes = await changesOf(store, text, now.value);
  if (!changes.ok) return changes;
  if (changes.value.length === 0) return ok({ ...now.value, changed: false });
  if (!accept) return fail(await changedRefusal(changes.value));
  const missing = state.frames.find(({ step }) => !procedureOf(now.value.workflow).has(step)) ?? state.group;
  if (missing && !procedureOf(now.value.workflow).has(missing.step)) {
    return fail({
      code: 'run/workflow-changed',
      message: `${text.file} no longer has the step "${missing.step}", which was under way`,
      hint: 'put the step back, or undo the run and begin another',
    });
  }
  return ok({ ...now.value, changed: true });
}

/** The workflow as the run's journal has it, whatever has become of its file. */
export async function workflowRecorded(store: Store, history: readonly StoredEvent[]): Promise<Result<RecordedOrNow, Refusal>> {
  const recorded = await sourceOf(store, history);
  if (!recorded.ok) return recorded;
  const inner = await innerSourcesOf(store, history);
  return inner.ok ? ok({ ...recorded.value, inner: inner.value, changed: false }) : inner;
}

interface Change {
  readonly file: string;
  readonly before: string;
  readonly now: string;
}

/** Which of the files that the run goes by are others now: its own, and those of the workflows within it. */
async function changesOf({ blobs }: Store, recorded: WorkflowText, now: CheckedWorkflow): Promise<Result<Change[], Refusal>> {
  const pairs = [{ file: recorded.file ?? recorded.name, source: recorded.source, text: now.source.text }];
  for (const { key, file, source } of recorded.inner ?? []) {
    const found = now.inner?.find((each) => each.key === key);
    // One that no step runs any more makes a difference in the file that named it.
    if (found !== undefined) pairs.push({ file, source, text: found.source.text });
  }
  const changes: Change[] = [];
  for (const { file, source, text } of pairs) {
    const before = await textOf(blobs, source);
    if (!before.ok) return fail(refusalOf('store/unavailable', before.failure));
    if (before.value !== text) changes.push({ file, before: before.value, now: text });
  }
  return ok(changes);
}

async function changedRefusal(changes: readonly Change[]): Promise<Refusal> {
  const { createTwoFilesPatch } = await import('diff');
  const patches = changes.flatMap(({ file, before, now }) =>
    createTwoFilesPatch(file, file, before, now, 'as the run was started', 'as it is now').trimEnd().split('\n').slice(1),
  );
  return {
    code: 'run/workflow-changed',
    message: `${changes.map(({ file }) => file).join(' and ')} ${changes.length === 1 ? 'has' : 'have'} changed since the run was started:\n${patches.slice(0, shownLines).join('\n').trimEnd()}`,
    hint: '--accept-changes  goes on with it as it is now; or put it back as it was',
  };
}

const shownLines = 40;
