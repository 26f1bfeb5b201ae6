import type { ActEnding, ActEvent } from '../events/act-event.ts';
import type { StoredEvent } from '../events/envelope.ts';
import { type Ending, isIntent, isOutcome, type Unit } from '../events/event.ts';
import { isActRunEvent, isSteeringEvent, isWorkflowEvent, type RunEvent } from '../events/run-event.ts';
import { withAttempt, withStep } from './change-step.ts';
import { costOfCall, sumOfCosts } from './cost.ts';
import { foundText } from './found-text.ts';
import { emptySummary, isApart, type RunSummary, unitKey } from './run-summary.ts';
import { type AttemptSummary, newAttempt, newStep, type StepSummary } from './step-summary.ts';
import { summarizeAct } from './summarize-act.ts';
import { withIntent } from './summarize-intent.ts';
import { withOutcome } from './summarize-outcome.ts';
import { withSteering } from './summarize-steering.ts';

const verdictOf = (result: NonNullable<StepSummary['result']>): Pick<AttemptSummary, 'verdict' | 'reason'> =>
  result.ok ? { verdict: 'kept', reason: '' } : { verdict: 'failed', reason: withoutStop(result.error) };

/** A reason goes on after a comma ("…, put back 2 files"), and some failures are whole sentences. */
const withoutStop = (reason: string): string => reason.replace(/(?<!\.)\.$/, '');

/** A group knows how many of its children failed: it goes on where not all did. */
function withFailedChild(summary: RunSummary, { group, result }: Extract<RunEvent, { type: 'step.finished' }>): RunSummary {
  if (group === null || result.ok) return summary;
  return withStep(summary, { step: group, item: 0 }, (step) => ({ ...step, failed: step.failed + 1 }));
}

/** A step that has ended is apart no more, whether or not its changes came in. */
const together = (summary: RunSummary, unit: Unit): RunSummary =>
  isApart(summary, unit) ? { ...summary, apart: new Set([...summary.apart].filter((key) => key !== unitKey(unit))) } : summary;

export const summaryOf = (events: readonly StoredEvent[]): RunSummary => events.reduce(summarize, emptySummary);

/** The summary after one more event. */
export function summarize(summary: RunSummary, stored: StoredEvent): RunSummary {
  const { event, atMs } = stored;
  const act = isActRunEvent(event) ? summarizeAct(summary.act, event, atMs) : summary.act;
  return afterEvent(act === summary.act ? summary : { ...summary, act }, stored);
}

function afterEvent(summary: RunSummary, stored: StoredEvent): RunSummary {
  const { event, atMs } = stored;
  // What a person does with a run when it is over is no work of its own, nor is the review behind an act.
  const isOwn = summary.ending === null && event.type !== 'run.applied' && event.type !== 'run.undone';
  const next = isOwn ? { ...summary, lastAtMs: atMs } : summary;
  if (isIntent(event)) return withIntent(next, event, atMs);
  if (isOutcome(event)) return withOutcome(next, event, atMs);
  if (!isWorkflowEvent(event)) return isSteeringEvent(event) ? withSteering(next, event, atMs) : withActEvent(next, event, stored);
  switch (event.type) {
    case 'run.started':
      return {
        ...next,
        run: stored.run,
        parent: event.parent,
        startedAtMs: atMs,
        workflow: event.workflow.name,
        file: event.workflow.file,
        input: event.input,
        settings: event.settings,
        workspace: event.workspace,
      };
    case 'step.started':
      return { ...next, steps: [...next.steps, newStep(event, atMs)] };
    case 'iteration.started':
      return withStep(next, event, (step) => ({ ...step, attempts: [...step.attempts, newAttempt(event.iteration, atMs, event.best)] }));
    case 'iteration.finished':
      return withAttempt(next, event, (attempt) => ({ ...attempt, verdict: event.verdict, reason: withoutStop(event.reason) }));
    case 'step.finished':
      return withStep(withFailedChild(together(next, event), event), event, (step) => ({
        ...step,
        result: event.result,
        endedAtMs: atMs,
        attempts: step.kind === 'loop' ? step.attempts : step.attempts.map((attempt) => ({ ...attempt, ...verdictOf(event.result) })),
      }));
    case 'branch.taken':
      return withStep(next, { step: event.step, item: 0 }, (step) => ({
        ...step,
        branch: { when: event.when, goto: event.goto, ends: event.ends },
      }));
    case 'warning':
      return { ...next, warnings: [...next.warnings, event.message] };
    case 'cancel.asked':
      return { ...next, cancelledBy: event.by };
    case 'deadline.passed':
    case 'run.ending':
      return next;
    case 'resumed': {
      const resume = { atMs, by: event.by, changed: event.workflow !== null };
      const warnings = event.found ? [...next.warnings, foundText(next.run, event.found)] : next.warnings;
      const whileWaiting = event.found?.waited ? [...next.whileWaiting, event.found] : next.whileWaiting;
      return { ...next, warnings, whileWaiting, resumes: [...next.resumes, resume], paused: null, pending: new Map() };
    }
    case 'run.waiting':
      return { ...next, end: event.snapshot, committed: null };
    case 'run.applied':
      return { ...next, taken: 'applied' };
    case 'run.undone':
      return { ...next, taken: 'undone' };
    case 'run.finished':
      return { ...next, ending: { status: event.status, outcome: event.outcome, error: event.error }, totals: event.totals };
  }
}

/** What all runs have, of an act. */
function withActEvent(summary: RunSummary, event: ActEvent, { run, atMs }: StoredEvent): RunSummary {
  switch (event.type) {
    case 'act.started': {
      const { parent, request: input, workspace } = event;
      return { ...summary, run, parent, startedAtMs: atMs, workflow: 'act', input, workspace };
    }
    case 'act.recorded':
      return event.purpose === 'end' ? { ...summary, end: event.snapshot } : { ...summary, start: event.snapshot };
    case 'turn.ended':
      return { ...summary, cost: sumOfCosts(summary.cost, costOfCall(event.usage)) };
    case 'effect.ended':
      return event.usage === null ? summary : { ...summary, cost: sumOfCosts(summary.cost, costOfCall(event.usage)) };
    case 'storage.ended':
    case 'review.ended':
      return { ...summary, cost: sumOfCosts(summary.cost, event.spent) };
    case 'act.finished':
      return { ...summary, ending: endingOf(event.ending) };
    default:
      return summary;
  }
}

const endingOf = ({ status, outcome, failure }: ActEnding): Ending => ({
  status,
  outcome: outcome === 'stopped' ? 'completed' : outcome,
  error: status === 'failed' ? (failure?.message ?? null) : null,
});
