import { answeredIntent } from '../events/answered-intent.ts';
import type { StoredEvent } from '../events/envelope.ts';
import { type Ending, type Intent, isIntent, isOutcome, type Outcome, type RunEvent, type Totals } from '../events/event.ts';
import type { CommandEnd, CommitPlan, Settings, Snapshot, WorkspaceFacts } from '../events/event-parts.ts';
import type { NanoUsd } from '../model/money.ts';
import type { Value } from '../model/value.ts';

/** A run as a reader sees it: a fold of its events, at any moment of it. */
export interface RunSummary {
  readonly run: string;
  readonly workflow: string;
  readonly file: string | null;
  readonly input: Value;
  readonly settings: Settings | null;
  readonly workspace: WorkspaceFacts | null;
  readonly startedAtMs: number;
  readonly lastAtMs: number;
  /** In the order in which they were started; a step that a branch came back to stands there again. */
  readonly steps: readonly StepSummary[];
  readonly warnings: readonly string[];
  readonly start: Snapshot | null;
  readonly end: Snapshot | null;
  /** The last commit of the run, and the ref it went to (null = a detached HEAD). */
  readonly tip: { readonly commit: string; readonly ref: string | null } | null;
  /** null while it is not finished. */
  readonly ending: Ending | null;
  readonly totals: Totals | null;
  /** What a person did with it after its end. */
  readonly taken: 'applied' | 'undone' | null;
  /** Operations under way: what an interrupted run was doing. */
  readonly pending: ReadonlyMap<number, Intent>;
}

export interface StepSummary {
  readonly step: string;
  readonly kind: 'command' | 'prompt' | 'loop' | 'parallel';
  readonly group: string | null;
  /** A plain step has one attempt. */
  readonly attempts: readonly AttemptSummary[];
  readonly result: Extract<RunEvent, { type: 'step.finished' }>['result'] | null;
}

export interface AttemptSummary {
  readonly iteration: number;
  readonly verdict: 'running' | 'kept' | 'undone' | 'failed';
  readonly reason: string;
  /** Time that its prompt, command and gate took, by a clock that never goes back. */
  readonly durationMs: number;
  /** null = nobody told a price. */
  readonly nanoUsd: NanoUsd | null;
  readonly prompt: Value | null;
  readonly reply: Value | null;
  readonly gate: { readonly end: CommandEnd; readonly output: Value } | null;
  readonly commit: CommitPlan | null;
  /** Whether there was nothing to commit; where nothing is recorded (plain folder, open group) nobody looked. */
  readonly unchanged: boolean;
  /** The recorded state that was put back from, and how much was. */
  readonly undone: { readonly ref: string; readonly from: string; readonly paths: number; readonly notes: readonly string[] } | null;
}

const newAttempt = (iteration: number): AttemptSummary => ({
  iteration,
  verdict: 'running',
  reason: '',
  durationMs: 0,
  nanoUsd: 0,
  prompt: null,
  reply: null,
  gate: null,
  commit: null,
  unchanged: false,
  undone: null,
});

export const emptySummary: RunSummary = {
  run: '',
  workflow: '',
  file: null,
  input: { text: '' },
  settings: null,
  workspace: null,
  startedAtMs: 0,
  lastAtMs: 0,
  steps: [],
  warnings: [],
  start: null,
  end: null,
  tip: null,
  ending: null,
  totals: null,
  taken: null,
  pending: new Map(),
};

const newStep = (event: Extract<RunEvent, { type: 'step.started' }>): StepSummary => ({
  step: event.step,
  kind: event.kind,
  group: event.kind === 'parallel' ? null : event.group,
  attempts: event.kind === 'command' || event.kind === 'prompt' ? [newAttempt(0)] : [],
  result: null,
});

const verdictOf = (result: NonNullable<StepSummary['result']>): Pick<AttemptSummary, 'verdict' | 'reason'> =>
  result.ok ? { verdict: 'kept', reason: '' } : { verdict: 'failed', reason: withoutStop(result.error) };

/** A reason goes on after a comma ("…, put back 2 files"), and some failures are whole sentences. */
const withoutStop = (reason: string): string => reason.replace(/(?<!\.)\.$/, '');

export const summaryOf = (events: readonly StoredEvent[]): RunSummary => events.reduce(summarize, emptySummary);

/** The summary after one more event. */
export function summarize(summary: RunSummary, stored: StoredEvent): RunSummary {
  const { event } = stored;
  const next = { ...summary, lastAtMs: stored.atMs };
  if (isIntent(event)) return { ...next, pending: new Map(next.pending).set(event.op, event) };
  if (isOutcome(event)) return withOutcome(next, event);
  switch (event.type) {
    case 'run.started':
      return {
        ...next,
        run: stored.run,
        startedAtMs: stored.atMs,
        workflow: event.workflow.name,
        file: event.workflow.file,
        input: event.input,
        settings: event.settings,
        workspace: event.workspace,
      };
    case 'step.started':
      return {
        ...next,
        steps: [...next.steps, newStep(event)],
      };
    case 'iteration.started':
      return withStep(next, event.step, (step) => ({ ...step, attempts: [...step.attempts, newAttempt(event.iteration)] }));
    case 'iteration.finished':
      return withAttempt(next, event.step, (attempt) => ({ ...attempt, verdict: event.verdict, reason: withoutStop(event.reason) }));
    case 'step.finished':
      return withStep(next, event.step, (step) => ({
        ...step,
        result: event.result,
        attempts: step.kind === 'loop' ? step.attempts : step.attempts.map((attempt) => ({ ...attempt, ...verdictOf(event.result) })),
      }));
    case 'warning':
      return { ...next, warnings: [...next.warnings, event.message] };
    case 'branch.taken':
    case 'cancel.asked':
    case 'run.ending':
      return next;
    case 'run.applied':
      return { ...next, taken: 'applied' };
    case 'run.undone':
      return { ...next, taken: 'undone' };
    case 'run.finished':
      return { ...next, ending: { status: event.status, outcome: event.outcome, error: event.error }, totals: event.totals };
  }
}

function withOutcome(summary: RunSummary, outcome: Outcome): RunSummary {
  const intent = summary.pending.get(outcome.op);
  if (intent === undefined) return summary;
  const pending = new Map(summary.pending);
  pending.delete(outcome.op);
  const next = { ...summary, pending };
  const change = (edit: (attempt: AttemptSummary) => AttemptSummary) => withAttempt(next, intent.step, edit);
  switch (outcome.type) {
    case 'snapshot.taken': {
      const { purpose } = answeredIntent('snapshot.requested', intent, outcome);
      const unsaid = outcome.warnings.filter((warning) => !next.warnings.includes(warning));
      const warned = { ...next, warnings: [...next.warnings, ...unsaid], end: outcome.snapshot };
      return purpose === 'start' ? { ...warned, start: outcome.snapshot } : warned;
    }
    case 'command.ended':
      return {
        ...change((attempt) => ({ ...attempt, reply: outcome.output, durationMs: attempt.durationMs + outcome.durationMs })),
        warnings: [...next.warnings, ...wordsAboutCut(intent.step, outcome.cutBytes, ', and what was not kept cannot meet `require`')],
      };
    case 'prompt.ended':
      return {
        ...change((attempt) => ({
          ...attempt,
          prompt: outcome.prompt,
          reply: outcome.reply.ok ? outcome.reply.text : null,
          nanoUsd: outcome.usage.nanoUsd,
          durationMs: attempt.durationMs + outcome.durationMs,
        })),
        warnings: [...next.warnings, ...outcome.warnings],
      };
    case 'gate.ended':
      return {
        ...change((attempt) => ({
          ...attempt,
          gate: { end: outcome.end, output: outcome.output },
          durationMs: attempt.durationMs + outcome.durationMs,
        })),
        warnings: [...next.warnings, ...wordsAboutCut(`the gate of ${intent.step}`, outcome.cutBytes, '')],
      };
    case 'plan.made':
      return change((attempt) => ({ ...attempt, commit: outcome.plan, unchanged: outcome.plan === null }));
    case 'commit.made': {
      const { plan } = answeredIntent('commit.requested', intent, outcome);
      const tip = plan.paths > 0 ? { commit: plan.commit, ref: plan.ref } : next.tip;
      return { ...next, tip, warnings: [...next.warnings, ...wordsAboutYours(plan, next.run), ...outcome.warnings] };
    }
    case 'restore.done': {
      const { to, left } = answeredIntent('restore.requested', intent, outcome);
      const { ref } = left;
      const { report } = outcome;
      const restored = { ...next, end: to, warnings: [...next.warnings, ...report.notes] };
      return withAttempt(restored, intent.step, (attempt) => ({ ...attempt, undone: { ref, from: to.ref, ...report } }));
    }
    case 'workspace.failed':
      return { ...next, warnings: [...next.warnings, outcome.failure.message] };
  }
}

const wordsAboutCut = (whose: string, cutBytes: number, so: string): string[] =>
  cutBytes === 0 ? [] : [`the output of ${whose} was cut: ${cutBytes} bytes past 64 MiB were not kept${so}`];

/** What a kept iteration did with uncommitted work of the user's, in sentences. */
function wordsAboutYours({ alsoYours, discarded }: CommitPlan, run: string): string[] {
  const also = alsoYours.map((path) => `${path} was committed with uncommitted edits of yours in it`);
  if (discarded.length === 0) return also;
  const named = discarded.slice(0, 5).join(', ') + (discarded.length > 5 ? ` and ${discarded.length - 5} more` : '');
  return [
    ...also,
    `uncommitted work of yours is gone from the files, by what the agent did in a try that was kept: ${named} (pawl undo ${run} brings it back)`,
  ];
}

/** Changes the step of that id that was started last. */
function withStep(summary: RunSummary, id: string, change: (step: StepSummary) => StepSummary): RunSummary {
  const index = summary.steps.findLastIndex((step) => step.step === id);
  return index === -1 ? summary : { ...summary, steps: summary.steps.with(index, change(summary.steps[index] as StepSummary)) };
}

function withAttempt(summary: RunSummary, id: string, change: (attempt: AttemptSummary) => AttemptSummary): RunSummary {
  return withStep(summary, id, (step) => ({
    ...step,
    attempts: step.attempts.map((attempt, index) => (index === step.attempts.length - 1 ? change(attempt) : attempt)),
  }));
}

/** The command that shows what came between two recorded states of a run; the names as snapshots have them. */
export const lookAt = (run: string, from: string, ref: string): string => `git diff pawl/${run}/${from} pawl/${run}/${ref}`;

/** The attempt that was begun last, of the step that was started last. */
export const lastAttempt = (summary: RunSummary): AttemptSummary | undefined => summary.steps.at(-1)?.attempts.at(-1);
