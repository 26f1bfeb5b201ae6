import type { CasePlan, PlannedCase, PlannedTrial } from '../../core/library/cases/case-plan.ts';
import { jsonText } from '../../core/library/cases/case-text.ts';
import type { CaseVerdict } from '../../core/library/cases/case-verdict.ts';
import { canonicalJson, canonicalText } from '../../core/model/canonical-json.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Result } from '../../core/model/result.ts';
import type { CaseTrials, TrialEnd } from './case-trials.ts';

/** A case that has not come to its end by then does not. */
export const caseTimeoutMs = 10_000;
/** Nobody waits longer for an edit, however many cases it puts in question. */
const allTimeoutMs = 60_000;

/** Cases that agreed, by all that they depend on: with the same code, packages and record nothing else can come of them. */
export type AgreedCases = Set<string>;

export interface Trying {
  readonly trials: CaseTrials;
  readonly source: (digest: string) => Promise<Result<string, Failure>>;
  readonly monotonicMs: () => number;
  readonly signal?: AbortSignal;
  readonly agreed?: AgreedCases;
}

export interface TriedCase {
  readonly trial: PlannedTrial;
  readonly planned: PlannedCase;
  readonly verdict: CaseVerdict;
}

/**
 * Tries the cases of a plan, one after another, within a minute. Those of what calls a function that differs already are left out: they would say the
 * same once more, and none of it is applied anyway.
 */
export async function tryCases(
  plan: Pick<CasePlan, 'trials'>,
  trying: Trying,
  mostMs: number = allTimeoutMs,
): Promise<readonly TriedCase[]> {
  const { monotonicMs, agreed = new Set() } = trying;
  const untilMs = monotonicMs() + mostMs;
  const tried: TriedCase[] = [];
  const differing = new Set<string>();
  let stopped: string | null = null;
  for (const trial of plan.trials) {
    if (trial.through.some((name) => differing.has(name))) continue;
    for (const planned of trial.cases) {
      const key = `${trial.digest} ${trial.name} ${canonicalText(planned.case)}`;
      const leftMs = untilMs - monotonicMs();
      const isOver = leftMs <= 0 ? `the ${mostMs / 1000} s that an edit may take were over` : null;
      const why: string | null = stopped ?? isOver;
      const end: TrialEnd = agreed.has(key)
        ? { how: 'gave', output: planned.case.output, calls: [] }
        : why !== null
          ? { how: 'unable', why, everywhere: true }
          : await triedWithin(leftMs, trying, trial, planned);
      const said = verdict(planned, end);
      if (end.how === 'unable' && end.everywhere) stopped = end.why;
      if (said.kind === 'agrees') agreed.add(key);
      if (said.kind === 'differs') differing.add(trial.name);
      tried.push({ trial, planned, verdict: said });
    }
  }
  return tried;
}

async function triedWithin(
  leftMs: number,
  { trials, source, signal = new AbortController().signal }: Trying,
  trial: PlannedTrial,
  planned: PlannedCase,
): Promise<TrialEnd> {
  const timeoutMs = Math.min(caseTimeoutMs, leftMs);
  const end = await trials.tryCase({ trial, case: planned.case, source, timeoutMs, signal });
  if (signal.aborted) return { how: 'unable', why: 'it was cancelled', everywhere: true };
  // One that was given less time than a case has may well have come to its end.
  if (end.how === 'failed' && end.isTimeout && timeoutMs < caseTimeoutMs)
    return { how: 'unable', why: 'the time that an edit may take was over before it ended', everywhere: true };
  return end;
}

function verdict({ case: { output } }: PlannedCase, end: TrialEnd): CaseVerdict {
  switch (end.how) {
    case 'gave': {
      const got = canonicalJson(end.output);
      if (got.ok && got.text === canonicalText(output)) return { kind: 'agrees' };
      return { kind: 'differs', got: got.ok ? jsonText(end.output) : `no JSON: ${got.message}` };
    }
    case 'failed':
      return { kind: 'differs', got: `a failure: it ${end.why}` };
    case 'unanswered':
      return { kind: 'inconclusive', why: end.why };
    case 'unable':
      return { kind: 'not_run', why: end.why };
  }
}
