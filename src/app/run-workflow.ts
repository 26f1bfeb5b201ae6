import { programs as realPrograms } from '../adapters/process/programs.ts';
import { nanoUsdOf } from '../core/model/money.ts';
import { type Refusal, refusalOf } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Journal } from '../ports/journal.ts';
import { checkedWorkflow } from './checked-workflow.ts';
import { chooseRunner } from './choose-runner.ts';
import { driveWorkflow } from './drive-workflow.ts';
import { whyUnfit } from './fitness.ts';
import { withOwned } from './own-workspace.ts';
import { openForWriting, unopenedWorkspace } from './project.ts';
import { rootOf } from './root.ts';
import { newRunId } from './run-id.ts';
import { type RunOptions, type RunResult, requestOf } from './run-options.ts';

/** Runs a workflow from beginning to end. Refused, with nothing done, where it could not run safely. */
export async function runWorkflow(options: RunOptions): Promise<Result<RunResult, Refusal>> {
  const request = requestOf(options);
  const budgetNanoUsd = request.budgetUsd === null ? null : nanoUsdOf(request.budgetUsd);
  if (request.budgetUsd !== null && (budgetNanoUsd === null || budgetNanoUsd === 0)) {
    return fail({
      code: 'run/invalid-budget',
      message: `invalid budget: ${request.budgetUsd} is no amount above zero`,
      hint: 'leave --budget out for no limit',
    });
  }
  const programs = realPrograms();
  const workspace = unopenedWorkspace(request.cwd, programs);
  // At once: git looks, which changes nothing, while the file is read and checked.
  const [report, checked] = await Promise.all([workspace.inspect(), checkedWorkflow(request.workflow, request.cwd, rootOf(request.cwd))]);
  if (!checked.ok) return checked;
  if (!report.ok) return report;
  const unfit = whyUnfit(checked.value.workflow, report.value);
  if (unfit !== null) return fail(unfit);
  const asksAgent = checked.value.workflow.steps.some((step) => step.kind === 'prompt');
  const runner = asksAgent ? await chooseRunner(request, request.env, programs) : ok(null);
  if (!runner.ok) return runner;
  const opened = await openForWriting(request.cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  try {
    const run = await freeRunId(store.journal);
    if (!run.ok) return run;
    const parts = {
      ...checked.value,
      programs,
      workspace: workspace.keptIn(store),
      report: report.value,
      runner: runner.value,
      store,
      budgetNanoUsd,
    };
    return await withOwned(store, run.value, report.value.facts.root, () => driveWorkflow(request, parts, run.value));
  } finally {
    await store.close();
  }
}

async function freeRunId(journal: Journal): Promise<Result<string, Refusal>> {
  for (let length = 4; ; length = Math.min(length + 1, 8)) {
    const run = newRunId(length);
    const taken = await journal.read(run);
    if (!taken.ok) return fail(refusalOf('store/unavailable', taken.failure));
    if (taken.value.length === 0) return ok(run);
  }
}
