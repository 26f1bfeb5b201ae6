import { applyTried } from '../../agent/library/apply-tried.ts';
import type { Applied, LibraryEdit } from '../../core/library/edits/library-edit.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { ApplyFailure } from '../../ports/library.ts';
import { newRunId } from '../surroundings/run-id.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import type { OpenLibrary } from './open-library.ts';

/** What came of edits, and the set's id: `pawl library undo` takes it. */
export interface AppliedSet extends Applied {
  readonly set: string;
}

/** Each change of a set says why, so a longer one would be kept as often as there are changes. */
const longestWhy = 300;

/** Applies a person's edits as one set, whole or not at all. */
export async function applyEdits(
  { library, trials }: OpenLibrary,
  edits: readonly LibraryEdit[],
  why: string,
): Promise<Result<AppliedSet, Refusal>> {
  const set = newRunId(8);
  const wanted = {
    id: set,
    atMs: systemClock.nowMs(),
    by: 'person',
    run: null,
    model: null,
    why: why.slice(0, longestWhy),
    edits,
  } as const;
  const applied = await applyTried(library, wanted, { trials, monotonicMs: systemClock.monotonicMs });
  return applied.ok ? ok({ set, ...applied.value }) : fail(applyRefusal(applied.failure));
}

/** Why a set was not applied: all that is wrong with it, under the code of the first. */
function applyRefusal(failure: Exclude<ApplyFailure, { kind: 'untried' }>): Refusal {
  if (failure.kind === 'failed') return refusalOf('library/unavailable', failure.failure);
  const [first, ...more] = failure.faults;
  if (first === undefined) throw new Error('a set was refused without a fault');
  if (more.length === 0) return { code: first.code, message: first.message, hint: first.hint };
  const lines = failure.faults.map(({ message, hint }) => `  ${message}\n    ${hint}`).join('\n');
  return { code: first.code, message: `${failure.faults.length} things are wrong, so nothing was changed:\n${lines}` };
}
