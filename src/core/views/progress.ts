import type { StoredEvent } from '../events/envelope.ts';
import type { NanoUsd } from '../model/money.ts';
import type { Value } from '../model/value.ts';
import { type AttemptSummary, emptySummary, type RunSummary, type StepSummary, summarize } from './run-summary.ts';

/** One line about something that has ended, for a person who watches. */
export interface ProgressLine {
  readonly mark: 'kept' | 'undone' | 'failed' | 'running' | 'warning' | 'jump';
  /** 1 = an iteration of the loop above it, or a child of a group. */
  readonly depth: 0 | 1;
  readonly name: string;
  readonly detail: string;
  readonly durationMs: number | null;
  /** null = it asked no agent; 'unpriced' = nobody told a price. */
  readonly cost: NanoUsd | 'unpriced' | null;
  /** The last line that it printed; '' where there is none. */
  readonly said: string;
}

/** What is under way, for a line that is redrawn. */
export interface Underway {
  readonly step: string;
  readonly kind: StepSummary['kind'];
  readonly iteration: number;
}

/** Follows a run: each event gives the lines to print. Keeps only the steps that are open, however long the run. */
export class Progress {
  private summary: RunSummary = emptySummary;

  lines(stored: StoredEvent): ProgressLine[] {
    const before = this.summary.warnings.length;
    this.summary = summarize(this.summary, stored);
    const lines = [...this.linesOf(stored), ...this.summary.warnings.slice(before).map(warningLine)];
    const open = this.summary.steps.filter((step) => step.result === null);
    if (open.length < this.summary.steps.length) this.summary = { ...this.summary, steps: open };
    return lines;
  }

  underway(): Underway[] {
    return this.summary.steps
      .filter((step) => step.kind !== 'parallel')
      .map((step) => ({ step: step.step, kind: step.kind, iteration: step.attempts.at(-1)?.iteration ?? 0 }));
  }

  private linesOf({ event }: StoredEvent): ProgressLine[] {
    if (event.type === 'step.started' && (event.kind === 'loop' || event.kind === 'parallel')) {
      const detail = 'children' in event ? `parallel: ${event.children.join(', ')}` : 'loop';
      return [{ mark: 'running', depth: 0, name: event.step, detail, durationMs: null, cost: null, said: '' }];
    }
    if (event.type === 'iteration.finished') {
      const attempt = this.stepOf(event.step)?.attempts.at(-1);
      return attempt === undefined ? [] : [iterationLine(event.step, attempt)];
    }
    if (event.type === 'step.finished') {
      const step = this.stepOf(event.step);
      return step === undefined ? [] : [stepLine(step, event.result)];
    }
    if (event.type === 'branch.taken') {
      const detail = `→ ${event.ends ? 'end' : event.goto}, as it said "${event.when}"`;
      return [{ mark: 'jump', depth: 0, name: event.step, detail, durationMs: null, cost: null, said: '' }];
    }
    return [];
  }

  private stepOf(id: string): StepSummary | undefined {
    return this.summary.steps.findLast((step) => step.step === id);
  }
}

function iterationLine(step: string, attempt: AttemptSummary): ProgressLine {
  const name = `${step} ${attempt.iteration}`;
  const common = { depth: 1, name, durationMs: attempt.durationMs, cost: attempt.nanoUsd ?? 'unpriced' } as const;
  const said = attempt.gate === null ? '' : lastLine(attempt.gate.output);
  switch (attempt.verdict) {
    case 'kept':
      return { ...common, mark: 'kept', detail: `kept${commitText(attempt)}`, said: '' };
    case 'undone':
      return { ...common, mark: 'undone', detail: `${attempt.reason}${putBackText(attempt)}`, said };
    case 'failed':
    case 'running':
      return { ...common, mark: 'failed', detail: `${attempt.reason}${putBackText(attempt)}`, said: '' };
  }
}

function stepLine(step: StepSummary, result: NonNullable<StepSummary['result']>): ProgressLine {
  // Only a plain step has one attempt that stands for the whole of it.
  const attempt = step.kind === 'loop' ? undefined : step.attempts[0];
  const cost = step.kind === 'prompt' && attempt !== undefined ? (attempt.nanoUsd ?? 'unpriced') : null;
  const common = {
    depth: step.group === null ? 0 : 1,
    name: step.step,
    durationMs: attempt?.durationMs ?? null,
    cost,
  } as const;
  if (!result.ok) return { ...common, mark: 'failed', detail: result.error, said: '' };
  if (step.kind === 'loop') return { ...common, mark: 'kept', detail: `${result.outcome}: ${countText(step)}`, said: '' };
  const said = step.kind === 'command' && attempt?.reply ? lastLine(attempt.reply) : '';
  return { ...common, mark: 'kept', detail: step.kind, said };
}

export function countText(step: StepSummary): string {
  const count = (verdict: AttemptSummary['verdict']) => step.attempts.filter((attempt) => attempt.verdict === verdict).length;
  const [kept, undone, failed] = [count('kept'), count('undone'), count('failed')];
  return [`${kept} kept`, undone > 0 ? `${undone} undone` : '', failed > 0 ? `${failed} failed` : ''].filter(Boolean).join(', ');
}

/** " 3f9ac1e  3 files +12 −19", or that nothing changed; '' where nobody looked. */
export function commitText({ commit, unchanged }: AttemptSummary): string {
  if (commit === null) return unchanged ? ', nothing changed' : '';
  if (commit.paths === 0) return ', nothing to commit';
  return `  ${commit.commit.slice(0, 7)}  ${filesText(commit.paths)} +${commit.insertions} −${commit.deletions}`;
}

export const putBackText = ({ undone }: AttemptSummary): string =>
  undone === null ? '' : undone.paths === 0 ? ', nothing to put back' : `, put back ${filesText(undone.paths)}`;

export const filesText = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

const warningLine = (message: string): ProgressLine => ({
  mark: 'warning',
  depth: 0,
  name: '',
  detail: message,
  durationMs: null,
  cost: null,
  said: '',
});

/** The last line that is not blank, without the closing "exit code: N"; '' for a value that is not at hand. */
export function lastLine(value: Value): string {
  if (!('text' in value)) return '';
  const lines = value.text.split('\n').filter((line) => line.trim() !== '' && !/^exit code: \d+$/.test(line));
  return lines.at(-1)?.trim() ?? '';
}
