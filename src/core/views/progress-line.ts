import type { Cost } from './cost.ts';
import { lastLine } from './output-end.ts';
import type { AttemptSummary, Hitch, StepSummary } from './step-summary.ts';
import { commitText, countText, filesText, measuredText, putBackText, withoutName } from './story-text.ts';

/** One line about something that has begun, ended or come between, for a person who watches. */
export interface ProgressLine {
  readonly mark: 'kept' | 'undone' | 'failed' | 'running' | 'warning' | 'jump' | 'waiting' | 'asks' | 'again' | 'hears' | 'says';
  /** 1 = an iteration of the loop above it, or a child of a group; 2 = an iteration of such a child. */
  readonly depth: number;
  readonly name: string;
  readonly detail: string;
  readonly durationMs: number | null;
  /** null = it asks no agent. */
  readonly cost: Cost | null;
  /** The last line that it printed; '' where there is none. */
  readonly said: string;
  /** From when to when it waits (milliseconds since 1970); null where it does not. */
  readonly wait: { readonly fromMs: number; readonly untilMs: number } | null;
}

const plain: ProgressLine = { mark: 'jump', depth: 0, name: '', detail: '', durationMs: null, cost: null, said: '', wait: null };

export const lineOf = (changes: Partial<ProgressLine>): ProgressLine => ({ ...plain, ...changes });

export function iterationLine(name: string, depth: number, attempt: AttemptSummary): ProgressLine {
  const common = { depth, name: `${name} ${attempt.iteration}`, durationMs: attempt.durationMs, cost: attempt.cost };
  switch (attempt.verdict) {
    case 'kept':
      return lineOf({ ...common, mark: 'kept', detail: keptText(attempt) });
    case 'undone':
      return lineOf({
        ...common,
        mark: 'undone',
        detail: `${attempt.reason}${putBackText(attempt)}`,
        said: attempt.gate === null ? '' : lastLine(attempt.gate.output),
      });
    case 'failed':
    case 'running':
      return lineOf({ ...common, mark: 'failed', detail: `${attempt.reason}${putBackText(attempt)}` });
  }
}

/** "kept, measured 12 (best before 15)  3f9ac1e  3 files +12 −19". */
export const keptText = (attempt: AttemptSummary): string => `kept${measuredText(attempt)}${commitText(attempt)}`;

/** `item`: which one it is, in its own words; '' for a step that has none. */
export function stepLine(
  name: string,
  depth: number,
  step: StepSummary,
  result: NonNullable<StepSummary['result']>,
  item: string,
): ProgressLine {
  // Only a plain step has one attempt that stands for the whole of it.
  const attempt = step.kind === 'loop' ? undefined : step.attempts[0];
  const asks = step.kind === 'prompt' || step.kind === 'workflow' || (step.kind === 'function' && attempt?.cost.calls !== 0);
  const common = {
    depth,
    name,
    durationMs: step.kind === 'approve' ? null : (attempt?.durationMs ?? null),
    cost: asks && attempt !== undefined ? attempt.cost : null,
  };
  const withItem = (detail: string) => (item === '' ? detail : `${item}: ${detail}`);
  if (!result.ok) return lineOf({ ...common, mark: 'failed', detail: withItem(withoutName(step, result.error)) });
  const said = (step.kind === 'command' || step.kind === 'function') && attempt?.reply ? lastLine(attempt.reply) : '';
  return lineOf({ ...common, mark: 'kept', detail: item !== '' && step.kind !== 'loop' ? item : withItem(endedText(step, result)), said });
}

/** How a step that ended well did. */
function endedText(step: StepSummary, result: NonNullable<StepSummary['result']> & { ok: true }): string {
  if (step.kind === 'loop') return `${result.outcome}: ${countText(step)}`;
  if (step.kind === 'approve') return step.attempts[0]?.approval ? approvalText(step.attempts[0].approval) : step.kind;
  const brought = step.merge?.commit ? `, merged${commitText({ commit: step.merge.commit, unchanged: false })}` : '';
  const failed = step.failed > 0 ? `, ${step.failed} failed` : '';
  return `${step.kind}${failed}${result.outcome === 'completed' ? '' : `: ${result.outcome}`}${brought}`;
}

/** "approved by ann: after lunch"; '' while nobody has said anything. */
export function approvalText({ answer }: NonNullable<AttemptSummary['approval']>): string {
  if (answer === null) return '';
  return `${answer.approved ? 'approved' : 'rejected'} by ${answer.by}${answer.words === '' ? '' : `: ${answer.words}`}`;
}

export function hitchLine(name: string, depth: number, hitch: Hitch): ProgressLine {
  if (hitch.kind !== 'wait') return lineOf({ mark: 'again', depth, name, detail: hitchText(hitch) });
  return lineOf({ mark: 'waiting', depth, name, detail: hitch.why, wait: { fromMs: hitch.atMs, untilMs: hitch.untilMs } });
}

/** What came between, in words; of a wait only its reason. */
export function hitchText(hitch: Hitch): string {
  switch (hitch.kind) {
    case 'wait':
      return hitch.why;
    case 'asked-again':
      return `asked again: ${hitch.why}`;
    case 'again':
      return `${hitch.what === 'prompt' ? 'asked' : hitch.what === 'gate' ? 'judged' : 'run'} once more, attempt ${hitch.attempt}`;
    case 'put-back':
      return `${hitch.why}${hitch.paths > 0 ? `, put back ${filesText(hitch.paths)}` : ''}, begun again`;
  }
}
