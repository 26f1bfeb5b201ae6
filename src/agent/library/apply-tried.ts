import { caseOrigin, jsonText } from '../../core/library/cases/case-text.ts';
import { namesText } from '../../core/library/edits/deciding.ts';
import type { EditFault } from '../../core/library/edits/edit-fault.ts';
import type { Applied, EditSet } from '../../core/library/edits/library-edit.ts';
import { digestOf } from '../../core/model/digest.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { ApplyFailure, Library } from '../../ports/library.ts';
import { sourceIn } from './source-in.ts';
import { type TriedCase, type Trying, tryCases } from './try-cases.ts';

type Applying = Omit<Trying, 'source'>;

/** So often cases are run again because the library changed meanwhile; who is overtaken more often comes again later. */
const mostRounds = 5;

/**
 * Applies a set once the cases that it puts in question have been tried, against the code as it would stand. Where one differs nothing is applied; what
 * could not be tried is among the remarks. No lock is held while code runs, so the library may change meanwhile: the store then finds that other cases
 * (or other code below them) are in question than those that were tried, and they are tried on the new base, but for those of which all is as it was. To hold a lock for a minute
 * instead would make every other writer wait for code that somebody else wrote.
 */
export async function applyTried(
  library: Library,
  set: EditSet,
  applying: Applying,
): Promise<Result<Applied, Exclude<ApplyFailure, { kind: 'untried' }>>> {
  let looked = '';
  let remarks: readonly string[] = [];
  const { agreed = new Set() } = applying;
  for (let round = 0; round < mostRounds; round++) {
    const applied = await library.apply(set, looked);
    if (applied.ok) return ok({ ...applied.value, remarks: [...applied.value.remarks, ...remarks] });
    const { failure } = applied;
    if (failure.kind !== 'untried') return fail(failure);
    const tried = await tryCases(failure.plan, { ...applying, agreed, source: sourceWith(library, set) });
    const faults = faultsOf(tried);
    if (faults.length > 0) return fail({ kind: 'faults', faults });
    looked = failure.plan.digest;
    remarks = remarksOf(tried);
  }
  const message = 'the library changed again and again while cases of its functions were run';
  return fail({ kind: 'failed', failure: { kind: 'refused', message, hint: 'try it once more', retryable: true } });
}

/** Sources of the library, and those that a set would bring. */
export function sourceWith(library: Pick<Library, 'source'>, { edits }: Pick<EditSet, 'edits'>): Trying['source'] {
  const own = new Map(
    edits.flatMap((edit) => (edit.kind === 'add_function' ? [[digestOf(edit.candidate.source), edit.candidate.source]] : [])),
  );
  return async (digest) => {
    const source = own.get(digest);
    return source === undefined ? sourceIn(library, digest) : ok(source);
  };
}

/** What differs, as the faults of the edits that make it so. */
export const faultsOf = (tried: readonly TriedCase[]): readonly EditFault[] =>
  tried.flatMap(({ trial, planned, verdict }) => {
    if (verdict.kind !== 'differs') return [];
    const { input, output } = planned.case;
    const through = trial.through.length === 0 ? '' : `, which calls ${namesText(trial.through)},`;
    return [
      {
        edit: trial.edit,
        code: 'library/case-differs' as const,
        message: `${trial.name}${through} has a case that would not hold: for the input ${jsonText(input)} it must give ${jsonText(output)}${caseOrigin(planned.case)}, and it gives ${verdict.got}`,
        hint: `make it give that again, or store it under a name of its own; where the case is wrong, a person takes it away: pawl library case ${trial.name} --remove ${planned.number}`,
      },
    ];
  });

/** What was not found out, so that nobody takes it for passed. */
export function remarksOf(tried: readonly TriedCase[]): readonly string[] {
  const told = new Map<string, string[]>();
  for (const { trial, planned, verdict } of tried) {
    if (verdict.kind !== 'inconclusive' && verdict.kind !== 'not_run') continue;
    const how = verdict.kind === 'inconclusive' ? 'says nothing' : 'was not run';
    const key = `${how}: ${verdict.why}`;
    told.set(key, [...(told.get(key) ?? []), `case ${planned.number} of ${trial.name}`]);
  }
  return [...told].map(([why, cases]) => `${namesText(cases)} ${why}`);
}
