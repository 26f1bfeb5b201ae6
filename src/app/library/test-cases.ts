import { sourceIn } from '../../agent/library/source-in.ts';
import { tryCases } from '../../agent/library/try-cases.ts';
import { type PlannedTrial, standingTrial } from '../../core/library/cases/case-plan.ts';
import type { CaseVerdict } from '../../core/library/cases/case-verdict.ts';
import type { LibraryView } from '../../core/library/entries/library-view.ts';
import type { Json } from '../../core/model/json.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { readingLibrary, trialsOf } from './open-library.ts';

/** One case, and what trying it came to. */
export interface CaseRow {
  readonly function: string;
  /** From 1, as `pawl library show` counts. */
  readonly number: number;
  readonly input: Json;
  readonly output: Json;
  readonly run: string | null;
  readonly verdict: CaseVerdict['kind'];
  /** What came instead, or why nothing is known; null where it agrees. */
  readonly why: string | null;
}

/** Tries all cases of a function, or of all that live, as they stand. Changes nothing. */
export const testCases = (cwd: string, name: string | null): Promise<Result<readonly CaseRow[], Refusal>> =>
  readingLibrary(cwd, async (library) => {
    const names = name === null ? await library.names() : ok([name]);
    if (!names.ok) return fail(refusalOf('library/unavailable', names.failure));
    const found = await library.look((view) => names.value.map((each) => trialOf(view, each)));
    if (!found.ok) return fail(refusalOf('library/unavailable', found.failure));
    if (name !== null && found.value[0] === null)
      return fail({
        code: 'library/unknown-name',
        message: `there is no function ${name}`,
        hint: 'pawl library list  shows what there is',
      });
    const trials = found.value.flatMap((each) => each ?? []);
    const trying = { trials: trialsOf(cwd), source: (digest: string) => sourceIn(library, digest), monotonicMs: systemClock.monotonicMs };
    // Who asks for all of them waits for all of them.
    const tried = await tryCases({ trials }, trying, Number.POSITIVE_INFINITY);
    return ok(
      tried.map(({ trial, planned: { number, case: one }, verdict }) => ({
        ...{ function: trial.name, number, input: one.input, output: one.output, run: one.run, verdict: verdict.kind },
        why: verdict.kind === 'agrees' ? null : verdict.kind === 'differs' ? verdict.got : verdict.why,
      })),
    );
  });

function trialOf(view: LibraryView, name: string): PlannedTrial | null {
  const entry = view.living(name);
  return entry === null ? null : standingTrial(view, entry);
}
