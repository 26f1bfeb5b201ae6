import { standingTrial } from '../../core/library/cases/case-plan.ts';
import { jsonText } from '../../core/library/cases/case-text.ts';
import type { LibraryEdit } from '../../core/library/edits/library-edit.ts';
import type { CaseCall } from '../../core/library/entries/library-entry.ts';
import type { LibraryView } from '../../core/library/entries/library-view.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { AskedTrial, CaseTrials } from './case-trials.ts';
import type { WrittenCase } from './library-desk.ts';
import { caseTimeoutMs } from './try-cases.ts';

interface Recorded extends Pick<AskedTrial, 'source' | 'signal'> {
  readonly trials: CaseTrials;
  /** All that the run asked of its primitives. */
  readonly calls: readonly CaseCall[];
  readonly run: string;
}

/**
 * A case of a function as it stands, with those calls of a run that it makes: found by letting it make them, so that code that a model had written in one
 * go and stored in another form has them too. Whether it gives what is said is tried when the edit is.
 */
export async function recordedCase(
  { name, input, output }: WrittenCase,
  view: LibraryView,
  { trials, calls, run, source, signal }: Recorded,
): Promise<Result<Extract<LibraryEdit, { kind: 'add_case' }>, string>> {
  const entry = view.living(name);
  if (entry === null) return fail(`There is no function ${name}: store it first.`);
  const asked = { trial: standingTrial(view, entry), case: { input, calls }, source, timeoutMs: caseTimeoutMs, signal };
  const end = await trials.tryCase(asked);
  const edit = (used: readonly CaseCall[]) => ({ kind: 'add_case', name, case: { input, output, run, calls: used } }) as const;
  switch (end.how) {
    case 'gave':
      return ok(edit(end.calls));
    case 'failed':
      return fail(`Of the input ${jsonText(input)} ${name} gives nothing: it ${end.why}.`);
    case 'unanswered':
      return fail(`That would be no case, as nothing could ever answer it: ${end.why}.`);
    case 'unable':
      return fail(`Cases cannot be run here, so none is stored: ${end.why}.`);
  }
}
