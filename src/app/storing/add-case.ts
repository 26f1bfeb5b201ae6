import type { AskedTrial, TrialEnd } from '../../agent/library/case-trials.ts';
import { recordedCalls } from '../../agent/library/recorded-calls.ts';
import { type RecordedExecution, recordedExecutions } from '../../agent/library/recorded-execution.ts';
import { sourceIn } from '../../agent/library/source-in.ts';
import { caseTimeoutMs } from '../../agent/library/try-cases.ts';
import { withTexts } from '../../core/effects/mapped-json.ts';
import { type PlannedTrial, standingTrial } from '../../core/library/cases/case-plan.ts';
import { jsonText } from '../../core/library/cases/case-text.ts';
import type { CaseCall, RegressionCase } from '../../core/library/entries/library-entry.ts';
import { canonicalText } from '../../core/model/canonical-json.ts';
import type { Json } from '../../core/model/json.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Store } from '../../ports/store.ts';
import { findRun } from '../history/find-run.ts';
import { type AppliedSet, applyEdits } from '../library/apply-edits.ts';
import { changingLibrary, type OpenLibrary } from '../library/open-library.ts';
import { openForReading } from '../project/open-project.ts';
import { rootOf } from '../project/root.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import { knownSecrets } from './known-secrets.ts';

/** A call with what it gave, that later versions must give too. */
export interface NewCase {
  readonly name: string;
  /** Left out with `run`: that of the last time that the function was run there by itself. */
  readonly input?: Json;
  /** Left out with `run`: what it gave there. */
  readonly output?: Json;
  /** The act whose record answers what the function asks of primitives; left out = nothing does. */
  readonly run?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Adds a case to a function. Refused where the function as it stands gives something else. */
export async function addCase(cwd: string, wanted: NewCase): Promise<Result<AppliedSet, Refusal>> {
  const root = rootOf(cwd);
  const configured = await readConfiguration(root);
  if (!configured.ok) return configured;
  const seen = wanted.run === undefined ? ok(null) : await seenIn(cwd, wanted, wanted.run);
  if (!seen.ok) return seen;
  const redactor = await knownSecrets(configured.value.configuration, root, wanted.env);
  return changingLibrary(cwd, async (_, open) => {
    const made = await caseOf(open, wanted, seen.value);
    if (!made.ok) return made;
    const clean = withTexts(made.value as unknown as Json, redactor.text) as unknown as RegressionCase;
    return applyEdits(open, [{ kind: 'add_case', name: wanted.name, case: clean }], `add a case of ${wanted.name}`);
  });
}

/** What a run says of a function. */
interface Seen {
  readonly run: string;
  /** null = it was not run there by itself. */
  readonly execution: RecordedExecution | null;
  /** Of that; else of all that was done there. */
  readonly calls: readonly CaseCall[];
}

async function seenIn(cwd: string, wanted: NewCase, run: string): Promise<Result<Seen, Refusal>> {
  const store = await openForReading(cwd);
  if (!store.ok) return store;
  try {
    return await seen(store.value, wanted, run);
  } finally {
    await store.value.close();
  }
}

async function seen(store: Store, { name, input }: NewCase, asked: string): Promise<Result<Seen, Refusal>> {
  const history = await findRun(store, asked);
  if (!history.ok) return history;
  const [first] = history.value;
  if (first?.event.type !== 'act.started')
    return fail({ code: 'run/no-act', message: `${asked} is no act`, hint: 'pawl show RUN  lists the acts within a run' });
  const executions = await recordedExecutions(store.blobs, history.value, name);
  if (!executions.ok) return fail(refusalOf('store/unavailable', executions.failure));
  const fits = (one: RecordedExecution): boolean => input === undefined || canonicalText(one.input) === canonicalText(input);
  const execution = executions.value.findLast(fits) ?? null;
  const calls = await recordedCalls(store.blobs, history.value, execution?.op ?? null);
  return calls.ok ? ok({ run: first.run, execution, calls: calls.value }) : fail(refusalOf('store/unavailable', calls.failure));
}

async function caseOf(
  open: OpenLibrary,
  { name, input: given, output: said }: NewCase,
  from: Seen | null,
): Promise<Result<RegressionCase, Refusal>> {
  const input = given ?? from?.execution?.input;
  if (input === undefined)
    return usage(`${from?.run ?? 'nobody'} has not run ${name} by itself, so its input is not known`, 'say it: --input JSON');
  const known = said ?? from?.execution?.gave?.output;
  if (from === null)
    return known === undefined ? usage('a case has an output', 'say it: --output JSON') : ok({ input, output: known, run: null });
  const { run, calls, execution } = from;
  const atMs = execution?.atMs ?? 0;
  const tried = await triedOnce(open, name, { input, calls, atMs });
  if (!tried.ok) return tried;
  const end = tried.value;
  const output = known ?? (end.how === 'gave' ? end.output : undefined);
  if (output === undefined)
    return usage(
      `what ${name} gives for ${jsonText(input)} is not known${end.how === 'gave' ? '' : `: ${end.why}`}`,
      'say it: --output JSON',
    );
  // Where the function as it stands asks for something else, the case keeps what it was seen with.
  if (end.how !== 'gave' && execution === null)
    return usage(`the record of ${run} makes no case of ${name}: ${'why' in end ? end.why : ''}`, 'name a run that did this');
  return ok({ input, output, run, calls: end.how === 'gave' ? end.calls : calls, atMs });
}

const usage = (message: string, hint: string): Result<never, Refusal> => fail({ code: 'cli/usage', message, hint });

/** Lets the function as it stands make its calls, to know which of the record are its own. */
async function triedOnce({ library, trials }: OpenLibrary, name: string, one: AskedTrial['case']): Promise<Result<TrialEnd, Refusal>> {
  const found = await library.look<PlannedTrial | null>((view) => {
    const entry = view.living(name);
    return entry === null ? null : standingTrial(view, entry);
  });
  if (!found.ok) return fail(refusalOf('library/unavailable', found.failure));
  if (found.value === null)
    return fail({ code: 'library/unknown-name', message: `there is no function ${name}`, hint: 'pawl library list  shows what there is' });
  const asked = { trial: found.value, case: one, source: (digest: string) => sourceIn(library, digest), timeoutMs: caseTimeoutMs };
  return ok(await trials.tryCase({ ...asked, signal: new AbortController().signal }));
}
