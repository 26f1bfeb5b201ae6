import { usdOf } from '../model/money.ts';
import { type Cost, costOfTotals } from './cost.ts';
import type { RunSummary } from './run-summary.ts';
import type { AttemptSummary, Hitch, StepSummary } from './step-summary.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

/** Money in dollars too: what is counted in is no unit of people's. */
const costJson = (cost: Cost) => ({ ...cost, costUsd: usdOf(cost.nanoUsd) });

/**
 * A run as one JSON object of `pawl show --json`. Outputs are not in it, only how they ended: `pawl log --json` has them. `life` and
 * `question` are what the journal alone does not tell.
 */
export function summaryJson(summary: RunSummary, life: string, question: object | null): object {
  const { run, parent, workflow, file, input, settings, workspace, startedAtMs, lastAtMs } = summary;
  const { steps, warnings, resumes, paused, remarks, cancelledBy, tip, cost, ending, taken, pending } = summary;
  return {
    v: 1,
    type: 'run.summary',
    run,
    parent,
    workflow,
    file,
    life,
    status: ending?.status ?? null,
    outcome: ending?.outcome ?? null,
    error: ending?.error ?? null,
    taken,
    input,
    agent: settings?.runner ?? null,
    workspace,
    startedAt: iso(startedAtMs),
    lastAt: iso(lastAtMs),
    resumes: resumes.map(({ atMs, by, changed }) => ({ at: iso(atMs), by, changed })),
    paused,
    remarks: remarks.map(({ atMs, kind, text }) => ({ at: iso(atMs), kind, text })),
    cancelledBy,
    question,
    underWay: [...pending.values()].map(({ op, type, step, item, iteration }) => ({ op, type, step, item, iteration })),
    steps: steps.map(stepJson),
    warnings,
    commit: tip?.commit ?? null,
    ref: tip?.ref ?? null,
    totals: summary.totals,
    cost: costJson(costOfTotals(summary.totals ?? cost)),
  };
}

function stepJson(step: StepSummary): object {
  const { startedAtMs, endedAtMs, items, result, attempts, baseline, merge, branch, step: id, kind, item, group } = step;
  return {
    step: id,
    kind,
    item,
    group,
    items: items.length,
    startedAt: iso(startedAtMs),
    endedAt: endedAtMs === null ? null : iso(endedAtMs),
    ok: result === null ? null : result.ok,
    outcome: result === null ? null : result.ok ? result.outcome : result.why,
    error: result === null || result.ok ? null : result.error,
    baseline,
    merge:
      merge === null ? null : { conflicts: merge.conflicts, from: merge.from, theirs: merge.theirs, commit: merge.commit?.commit ?? null },
    branch,
    attempts: attempts.map(attemptJson),
  };
}

function attemptJson(attempt: AttemptSummary): object {
  const { iteration, verdict, reason, startedAtMs, durationMs, gate, best, commit, undone, hitches, approval, inner } = attempt;
  return {
    iteration,
    verdict,
    reason,
    startedAt: iso(startedAtMs),
    durationMs,
    cost: costJson(attempt.cost),
    gate: gate === null ? null : { end: gate.end, measured: gate.measured, best },
    commit: commit === null ? null : { id: commit.commit, paths: commit.paths, insertions: commit.insertions, deletions: commit.deletions },
    undone,
    hitches: hitches.map(hitchJson),
    approval:
      approval === null
        ? null
        : {
            question: approval.question,
            answer: approval.answer && { ...approval.answer, at: iso(approval.answer.atMs), atMs: undefined },
          },
    inner: inner === null ? null : { run: inner.run, file: inner.file, status: inner.ending?.status ?? null },
  };
}

const hitchJson = ({ atMs, ...hitch }: Hitch): object => ({
  ...hitch,
  at: iso(atMs),
  ...(hitch.kind === 'wait' ? { until: iso(hitch.untilMs), untilMs: undefined } : {}),
});
