import type { Intent } from '../events/event.ts';
import { withAttempt } from './change-step.ts';
import { type RunSummary, unitKey } from './run-summary.ts';
import type { AttemptSummary, Hitch } from './step-summary.ts';

/** The summary once something is under way. */
export function withIntent(summary: RunSummary, intent: Intent, atMs: number): RunSummary {
  const next = { ...summary, apart: apartAfter(summary.apart, intent), pending: new Map(summary.pending).set(intent.op, intent) };
  const hitch = hitchOf(intent, atMs);
  const asked =
    intent.type === 'prompt.requested' && isActor(summary)
      ? withAttempt(next, intent, (attempt) => withAct(summary, attempt, intent.op))
      : next;
  if (intent.type === 'function.requested') {
    const act = `${summary.run}.${intent.child}`;
    return withAttempt(next, intent, (attempt) => withFunction(attempt, act, hitch));
  }
  if (hitch !== null) return withAttempt(asked, intent, (attempt) => ({ ...attempt, hitches: [...attempt.hitches, hitch] }));
  if (intent.type === 'prompt.requested') return asked;
  if (intent.type === 'approval.requested') {
    return withAttempt(next, intent, (attempt) => ({ ...attempt, approval: { question: intent.question, answer: null } }));
  }
  if (intent.type === 'workflow.requested') {
    const inner = { run: `${summary.run}.${intent.child}`, file: intent.file, ending: null, totals: null };
    return withAttempt(next, intent, (attempt) => ({ ...attempt, inner }));
  }
  if (intent.type === 'restore.requested' && (intent.because.verdict === 'undone' || intent.because.verdict === 'failed')) {
    return withAttempt(next, intent, (attempt) => ({ ...attempt, leaving: attempt.leaving ?? intent.left.ref }));
  }
  return next;
}

/** Whether an act answers prompts: one of several runners, where tiers are given to several. */
const isActor = ({ settings }: RunSummary): boolean => settings?.runner.split('+').includes('actor') === true;

const withAct = ({ run }: RunSummary, attempt: AttemptSummary, op: number): AttemptSummary => ({
  ...attempt,
  acts: [...attempt.acts, `${run}.${op}`],
});

/** One that was interrupted goes on as the same act. */
const withFunction = (attempt: AttemptSummary, act: string, hitch: Hitch | null): AttemptSummary =>
  attempt.acts.includes(act)
    ? attempt
    : { ...attempt, acts: [...attempt.acts, act], hitches: hitch === null ? attempt.hitches : [...attempt.hitches, hitch] };

/** A step is apart from the making of its tree to where its changes come in. */
function apartAfter(apart: RunSummary['apart'], intent: Intent): RunSummary['apart'] {
  const key = unitKey(intent);
  if (intent.type === 'tree.requested') return new Set(apart).add(key);
  const comesIn = intent.type === 'merge.requested' || (intent.type === 'snapshot.requested' && intent.purpose === 'ours');
  return comesIn && apart.has(key) ? new Set([...apart].filter((other) => other !== key)) : apart;
}

/** What an intent says about a step that does not simply go on. */
export function hitchOf(intent: Intent, atMs: number): Hitch | null {
  switch (intent.type) {
    case 'wait.requested':
      return { kind: 'wait', atMs, why: intent.why, untilMs: intent.notBeforeMs ?? atMs + intent.forMs };
    case 'prompt.requested':
      if (intent.complaint !== null) return { kind: 'asked-again', atMs, why: intent.complaint };
      return intent.attempt > 1 ? { kind: 'again', atMs, what: 'prompt', attempt: intent.attempt } : null;
    case 'command.requested':
      return intent.attempt > 1 ? { kind: 'again', atMs, what: 'command', attempt: intent.attempt } : null;
    case 'function.requested':
      return intent.attempt > 1 ? { kind: 'again', atMs, what: 'function', attempt: intent.attempt } : null;
    case 'gate.requested':
      return intent.attempt > 1 ? { kind: 'again', atMs, what: 'gate', attempt: intent.attempt } : null;
    default:
      return null;
  }
}
