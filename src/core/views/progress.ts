import type { StoredEvent } from '../events/envelope.ts';
import { type Intent, isIntent, type Unit } from '../events/event.ts';
import { isSteeringEvent } from '../events/run-event.ts';
import type { SteeringEvent } from '../events/steering-event.ts';
import { durationText } from '../model/duration.ts';
import type { Cost } from './cost.ts';
import { hitchLine, iterationLine, lineOf, type ProgressLine, stepLine } from './progress-line.ts';
import { emptySummary, type RunSummary } from './run-summary.ts';
import type { Hitch, StepSummary } from './step-summary.ts';
import { branchText, oneLine, unitText } from './story-text.ts';
import { summarize } from './summarize.ts';
import { hitchOf } from './summarize-intent.ts';
import { steeringText } from './summarize-steering.ts';

/** What is under way, for a line that is redrawn. */
export interface Underway extends Unit {
  /** As a person reads it: its id, which of its items, and what that is. */
  readonly name: string;
  readonly kind: StepSummary['kind'];
  readonly iteration: number;
  /** When this attempt began (milliseconds since 1970). */
  readonly sinceMs: number;
  /** What is being done for it; null between two things. */
  readonly intent: Intent | null;
  /** Until when it waits; null where it does not. */
  readonly waitsUntilMs: number | null;
}

/** Follows a run: each event gives the lines to print. Keeps only the steps that are open, however long the run. */
export class Progress {
  private summary: RunSummary = emptySummary;

  lines(stored: StoredEvent): ProgressLine[] {
    const before = this.summary.warnings.length;
    this.summary = summarize(this.summary, stored);
    const warnings = this.summary.warnings.slice(before).map((message) => lineOf({ mark: 'warning', detail: message }));
    const lines = [...this.linesOf(stored), ...warnings];
    const open = this.summary.steps.filter((step) => step.result === null);
    if (open.length < this.summary.steps.length) this.summary = { ...this.summary, steps: open };
    return lines;
  }

  underway(): Underway[] {
    const intents = [...this.summary.pending.values()];
    return this.summary.steps
      .filter((step) => step.kind !== 'parallel' && step.kind !== 'foreach')
      .map((step) => {
        const { item, kind, startedAtMs } = step;
        const attempt = step.attempts.at(-1);
        const intent = intents.find((each) => each.step === step.step && each.item === item) ?? null;
        return {
          step: step.step,
          item,
          name: [this.nameOf(step), this.itemOf(step)].filter(Boolean).join(' '),
          kind,
          iteration: attempt?.iteration ?? 0,
          sinceMs: attempt?.startedAtMs ?? startedAtMs,
          intent,
          waitsUntilMs: intent?.type === 'wait.requested' ? untilOf(attempt?.hitches.at(-1)) : null,
        };
      });
  }

  /** Who paused it; null while it is not paused. */
  pausedBy(): string | null {
    return this.summary.paused;
  }

  /** What the run has cost so far. */
  cost(): Cost {
    return this.summary.cost;
  }

  private linesOf({ event, atMs }: StoredEvent): ProgressLine[] {
    if (isIntent(event)) return this.linesOfIntent(event, atMs);
    if (isSteeringEvent(event)) return [lineOf({ mark: markOfSteering[event.type], detail: steeringText(event) })];
    switch (event.type) {
      case 'step.started': {
        if (event.kind !== 'loop' && event.kind !== 'parallel') return [];
        const step = this.stepOf(event) as StepSummary;
        const detail =
          'children' in event ? `parallel: ${event.children.join(', ')}` : ['loop', this.itemOf(step)].filter(Boolean).join('  ');
        return [lineOf({ mark: 'running', depth: depthOf(step), name: this.nameOf(step), detail })];
      }
      case 'items.listed': {
        const step = this.summary.steps.findLast(({ kind }) => kind === 'foreach');
        if (step === undefined) return [];
        const atOnce = step.width > 1 && event.items.length > 1 ? `, ${Math.min(step.width, event.items.length)} at once` : '';
        return [lineOf({ mark: 'running', name: step.step, detail: `${itemsText(event.items.length)}${atOnce}` })];
      }
      case 'gate.ended': {
        const step = this.summary.steps.find(({ baseline, attempts }) => attempts.length === 0 && baseline !== null);
        if (step === undefined || event.measured === null) return [];
        const detail = `measured ${event.measured}, to begin with`;
        return [lineOf({ mark: 'running', depth: inLoop(step), name: `${this.nameOf(step)} 0`, detail, durationMs: event.durationMs })];
      }
      case 'iteration.finished': {
        const step = this.stepOf(event);
        const attempt = step?.attempts.at(-1);
        return step === undefined || attempt === undefined ? [] : [iterationLine(this.nameOf(step), inLoop(step), attempt)];
      }
      case 'step.finished': {
        const step = this.stepOf(event);
        return step === undefined ? [] : [stepLine(this.nameOf(step), depthOf(step), step, event.result, this.itemOf(step))];
      }
      case 'branch.taken':
        return [lineOf({ mark: 'jump', name: event.step, detail: branchText(event) })];
      case 'resumed':
        return [
          lineOf({
            mark: 'jump',
            detail: `taken up again by ${event.by}${event.workflow === null ? '' : ', with the workflow file as it is now'}`,
          }),
        ];
      case 'cancel.asked':
        return [lineOf({ mark: 'jump', detail: `asked to end by ${event.by}` })];
      case 'deadline.passed':
        return [lineOf({ mark: 'jump', detail: `to end, as the run took longer than ${durationText(event.limitMs)}` })];
      default:
        return [];
    }
  }

  private linesOfIntent(intent: Intent, atMs: number): ProgressLine[] {
    const step = this.stepOf(intent);
    if (step === undefined) return [];
    const [name, depth] = [this.nameOf(step), step.kind === 'loop' ? inLoop(step) : depthOf(step)];
    const hitch = hitchOf(intent, atMs);
    if (hitch !== null) return [hitchLine(intent.iteration > 0 ? `${name} ${intent.iteration}` : name, depth, hitch)];
    if (intent.type === 'approval.requested') return [lineOf({ mark: 'asks', depth, name, detail: intent.question })];
    if (intent.type === 'workflow.requested') {
      const detail = `workflow ${intent.file} · run ${this.summary.run}.${intent.child}`;
      return [lineOf({ mark: 'running', depth, name, detail })];
    }
    return [];
  }

  private stepOf({ step: id, item }: Unit): StepSummary | undefined {
    return this.summary.steps.findLast((step) => step.step === id && step.item === item);
  }

  private itemsOf({ group }: StepSummary) {
    return this.summary.steps.findLast((step) => step.kind === 'foreach' && step.step === group)?.items ?? [];
  }

  private nameOf(step: StepSummary): string {
    return unitText(step, this.itemsOf(step).length);
  }

  private itemOf(step: StepSummary): string {
    return step.item === 0 ? '' : oneLine(this.itemsOf(step)[step.item - 1], 30);
  }
}

const markOfSteering: Readonly<Record<SteeringEvent['type'], ProgressLine['mark']>> = {
  paused: 'waiting',
  unpaused: 'jump',
  'stop.asked': 'jump',
  said: 'hears',
  'question.asked': 'hears',
  'question.answered': 'says',
};

const depthOf = ({ group }: StepSummary): number => (group === null ? 0 : 1);

const inLoop = (step: StepSummary): number => depthOf(step) + 1;

const untilOf = (hitch: Hitch | undefined): number | null => (hitch?.kind === 'wait' ? hitch.untilMs : null);

const itemsText = (count: number): string => (count === 1 ? '1 item' : `${count} items`);
