import { answeredIntent } from '../events/answered-intent.ts';
import type { Intent, Outcome } from '../events/event.ts';
import type { CommitPlan } from '../events/event-parts.ts';
import { outermostRun } from '../model/names.ts';
import { withAttempt, withLast, withStep } from './change-step.ts';
import { costOfCall, costOfTotals, sumOfCosts } from './cost.ts';
import { isApart, type RunSummary } from './run-summary.ts';
import type { AttemptSummary } from './step-summary.ts';

/** The summary once something has come of what was under way. */
export function withOutcome(summary: RunSummary, outcome: Outcome, atMs: number): RunSummary {
  const intent = summary.pending.get(outcome.op);
  if (intent === undefined) return summary;
  const pending = new Map(summary.pending);
  pending.delete(outcome.op);
  const next = { ...summary, pending };
  const change = (edit: (attempt: AttemptSummary) => AttemptSummary) => withAttempt(next, intent, edit);
  switch (outcome.type) {
    case 'snapshot.taken': {
      const { purpose } = answeredIntent('snapshot.requested', intent, outcome);
      const unsaid = outcome.warnings.filter((warning) => !next.warnings.includes(warning));
      const taken = withWarnings(isApart(next, intent) ? next : { ...next, end: outcome.snapshot, committed: null }, unsaid);
      return purpose === 'start' ? { ...taken, start: outcome.snapshot } : taken;
    }
    case 'command.ended': {
      const ended = change((attempt) => ({ ...attempt, reply: outcome.output, durationMs: attempt.durationMs + outcome.durationMs }));
      return withWarnings(ended, wordsAboutCut(intent.step, outcome.cutBytes, ', and what was not kept cannot meet `require`'));
    }
    case 'prompt.ended':
      return withWarnings(withCall(next, intent, outcome), outcome.warnings);
    case 'gate.ended': {
      const ended = withVerdict(next, intent, outcome);
      return withWarnings(ended, wordsAboutCut(`the gate of ${intent.step}`, outcome.cutBytes, ''));
    }
    case 'plan.made':
      return withPlan(next, intent, outcome.plan);
    case 'commit.made': {
      const { before, plan } = answeredIntent('commit.requested', intent, outcome);
      // What is committed in a work tree of its own is in none of the user's files yet.
      if (isApart(next, intent)) return withWarnings(next, outcome.warnings);
      const tip = plan.paths > 0 ? { commit: plan.commit, ref: plan.ref } : next.tip;
      return withWarnings({ ...next, tip, committed: { before, plan } }, [...wordsAboutYours(plan, next.run), ...outcome.warnings]);
    }
    case 'restore.done':
      return withRestored(next, intent, outcome, atMs);
    case 'approval.given': {
      const { approved, words, by } = outcome;
      return change((attempt) => ({
        ...attempt,
        reply: outcome.output,
        approval: attempt.approval && { ...attempt.approval, answer: { approved, words, by, atMs } },
      }));
    }
    case 'workflow.ended':
      return withInnerRun(next, intent, outcome);
    case 'function.ended':
      return withFunctionEnd(next, intent, outcome);
    case 'tree.made':
      return withWarnings(next, outcome.warnings);
    case 'items.listed':
      return withStep(next, intent, (step) => ({ ...step, items: outcome.items }));
    case 'merge.made': {
      const { base, theirs } = answeredIntent('merge.requested', intent, outcome);
      const { conflicts, discarded = [] } = outcome;
      const merge = { conflicts, discarded, from: base.ref, theirs: theirs.ref, commit: null };
      return withStep(next, intent, (step) => ({ ...step, merge }));
    }
    case 'wait.ended':
    case 'gathered':
      return next;
    case 'workspace.failed':
      return withWarnings(next, [outcome.failure.message]);
  }
}

const withWarnings = (summary: RunSummary, warnings: readonly string[]): RunSummary =>
  warnings.length === 0 ? summary : { ...summary, warnings: [...summary.warnings, ...warnings] };

function withCall(summary: RunSummary, intent: Intent, outcome: Extract<Outcome, { type: 'prompt.ended' }>): RunSummary {
  const cost = costOfCall(outcome.usage);
  const ended = withAttempt(summary, intent, (attempt) => ({
    ...attempt,
    prompt: outcome.prompt,
    reply: outcome.reply.ok ? outcome.reply.text : null,
    cost: sumOfCosts(attempt.cost, cost),
    durationMs: attempt.durationMs + outcome.durationMs,
  }));
  return { ...ended, cost: sumOfCosts(summary.cost, cost) };
}

function withVerdict(summary: RunSummary, intent: Intent, { end, output, measured, durationMs }: Extract<Outcome, { type: 'gate.ended' }>) {
  return withStep(summary, intent, (step) => {
    // Before the first iteration there is only a number to compare with.
    if (step.attempts.length === 0) return { ...step, baseline: measured };
    return withLast(step, (attempt) => ({ ...attempt, gate: { end, output, measured }, durationMs: attempt.durationMs + durationMs }));
  });
}

function withInnerRun(summary: RunSummary, intent: Intent, outcome: Extract<Outcome, { type: 'workflow.ended' }>): RunSummary {
  const { ending, totals, output } = outcome;
  const cost = costOfTotals(totals);
  const ended = withAttempt(summary, intent, (attempt) => ({
    ...attempt,
    reply: output,
    cost,
    durationMs: attempt.durationMs + outcome.durationMs,
    inner: attempt.inner && { ...attempt.inner, ending, totals },
  }));
  return { ...ended, tip: outcome.tip ?? summary.tip, cost: sumOfCosts(summary.cost, cost) };
}

function withFunctionEnd(summary: RunSummary, intent: Intent, outcome: Extract<Outcome, { type: 'function.ended' }>): RunSummary {
  const { result, totals, durationMs } = outcome;
  const cost = costOfTotals(totals);
  const ended = withAttempt(summary, intent, (attempt) => ({
    ...attempt,
    reply: result.ok ? result.output : null,
    cost: sumOfCosts(attempt.cost, cost),
    durationMs: attempt.durationMs + durationMs,
  }));
  return { ...ended, cost: sumOfCosts(summary.cost, cost) };
}

/** A plan belongs to the iteration, or to what a work tree of its own brings in afterwards. */
function withPlan(summary: RunSummary, intent: Intent, plan: CommitPlan | null): RunSummary {
  return withStep(summary, intent, (step) => {
    if (step.merge !== null) return { ...step, merge: { ...step.merge, commit: plan } };
    return withLast(step, (attempt) => ({ ...attempt, commit: plan, unchanged: plan === null }));
  });
}

/** Put back for good, or only to begin again, or no putting back at all but the bringing in of merged changes. */
function withRestored(summary: RunSummary, intent: Intent, outcome: Extract<Outcome, { type: 'restore.done' }>, atMs: number): RunSummary {
  const { to, because } = answeredIntent('restore.requested', intent, outcome);
  const { report } = outcome;
  const place = isApart(summary, intent) ? {} : { end: to, committed: null };
  const next = { ...summary, ...place, warnings: [...summary.warnings, ...report.notes] };
  switch (because.verdict) {
    case 'merged':
      // What is committed of it is said with its plan.
      return because.commit ? next : { ...next, warnings: [...next.warnings, ...wordsAboutMerged(next, intent)] };
    case 'again':
      return withAttempt(next, intent, (attempt) => ({
        ...attempt,
        hitches: [...attempt.hitches, { kind: 'put-back', atMs, why: because.reason, paths: report.paths }],
      }));
    case 'undone':
    case 'failed':
      return withAttempt(next, intent, (attempt) => ({
        ...attempt,
        leaving: null,
        undone: { ref: attempt.leaving as string, from: to.ref, ...report },
      }));
  }
}

const wordsAboutCut = (whose: string, cutBytes: number, so: string): string[] =>
  cutBytes === 0 ? [] : [`the output of ${whose} was cut: ${cutBytes} bytes past 64 MiB were not kept${so}`];

/** Nobody can tell them apart: the user may work in the files while a step does. */
const whose = 'yours or of a step before';

/** What a kept iteration did with uncommitted work, in sentences. */
function wordsAboutYours({ alsoYours, discarded }: CommitPlan, run: string): string[] {
  const also = alsoYours.map((path) => `${path} was committed with uncommitted edits in it, ${whose}`);
  return [...also, ...wordsAboutGone(discarded, 'by what the agent did in a try that was kept', run)];
}

/** The same of a step that commits nothing, whose changes came in from a work tree of its own. */
function wordsAboutMerged({ steps, run }: RunSummary, { step, item }: Intent): string[] {
  const of = steps.findLast((each) => each.step === step && each.item === item);
  return wordsAboutGone(of?.merge?.discarded ?? [], `by what ${step} did in a work tree of its own`, run);
}

function wordsAboutGone(paths: readonly string[], how: string, run: string): string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, 5).join(', ') + (paths.length > 5 ? ` and ${paths.length - 5} more` : '');
  return [
    `uncommitted work, ${whose}, is gone from the files, ${how}: ${named} (pawl undo ${outermostRun(run)} brings back what was there before the run)`,
  ];
}
