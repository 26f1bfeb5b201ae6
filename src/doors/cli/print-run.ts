import type { RunDetail } from '../../app/history/run-history.ts';
import { durationText } from '../../core/model/duration.ts';
import { noCost, sumOfCosts } from '../../core/views/cost.ts';
import type { RunRemark } from '../../core/views/run-summary.ts';
import type { AttemptSummary, StepSummary } from '../../core/views/step-summary.ts';
import { doings } from '../../core/views/under-way-text.ts';
import { printAct } from './act/print-act.ts';
import { clippedLines, errorLines } from './clipped-lines.ts';
import { timeOfDay } from './clock-text.ts';
import { printNextSteps } from './next-steps.ts';
import { iterationRow } from './story/attempt-rows.ts';
import { elided, type Part, type Room } from './story/elided.ts';
import { headerLines, stateText } from './story/header.ts';
import { Timeline } from './story/row.ts';
import { type Block, blocksOf, costOf, isWell, stepRow, type Telling, underwayOf } from './story/step-rows.ts';
import type { Terminal } from './terminal.ts';
import { visibleText } from './visible-text.ts';

const everything: Room = { first: Number.MAX_SAFE_INTEGER, last: 0, notable: 0 };
const room = {
  steps: { first: 8, last: 20, notable: 12 },
  children: { first: 6, last: 6, notable: 12 },
  iterations: { first: 3, last: 10, notable: 10 },
  inner: { first: 4, last: 4, notable: 4 },
} as const;

/** A run's story: what it was, its steps in order of time, what became of each, and what to do next. `all`: nothing is left out. */
export async function printRun(terminal: Terminal, detail: RunDetail, all = false): Promise<void> {
  if (detail.summary.act !== null) return printAct(terminal, detail);
  await printStory(terminal, detail, all);
  printStanding(terminal, detail);
}

/** What it was and what has happened so far, without how it stands. */
export async function printStory(terminal: Terminal, detail: RunDetail, all = false): Promise<void> {
  const { summary, life } = detail;
  const [head, ...facts] = headerLines(summary, life, terminal.columns);
  terminal.out(terminal.style('bold', head ?? ''));
  for (const line of facts) terminal.out(line);
  if (summary.steps.length > 0) terminal.out('');
  const read = async (value: Parameters<RunDetail['text']>[0]): Promise<string> => {
    const text = await detail.text(value);
    return text.ok ? text.value : `(${text.failure.message})`;
  };
  await new Story(terminal, detail, { summary, life, read }, all).print();
  printRemarks(terminal, summary.remarks, all);
  printWarnings(terminal, summary.warnings, all);
}

/** How a run stands in the end or for the moment, and what to do next. */
export function printStanding(terminal: Terminal, detail: RunDetail): void {
  const { summary, life, question } = detail;
  if (summary.ending?.error) terminal.out(`\n${terminal.style('red', '✗')} ${errorLines(visibleText(summary.ending.error)).join('\n  ')}`);
  if (life === 'interrupted') terminal.out(`\n${terminal.style('yellow', '!')} ${cutOffText(detail)}`);
  if (question !== null) {
    terminal.out(`\n${terminal.style('yellow', '?')} ${question.step} waits for you`);
    for (const line of errorLines(visibleText(question.text))) terminal.out(`  ${line}`);
  }
  printNextSteps(terminal, { summary, life, question }, true);
}

class Story {
  private readonly terminal: Terminal;
  private readonly detail: RunDetail;
  private readonly telling: Telling;
  private readonly all: boolean;
  private readonly timeline: Timeline;

  constructor(terminal: Terminal, detail: RunDetail, telling: Telling, all: boolean) {
    this.terminal = terminal;
    this.detail = detail;
    this.telling = telling;
    this.all = all;
    this.timeline = new Timeline(terminal, telling.summary.startedAtMs);
  }

  async print(): Promise<void> {
    const blocks = blocksOf(this.telling.summary.steps);
    for (const part of this.part(blocks, room.steps, ({ step }) => !isWell(step))) {
      if ('hidden' in part)
        this.leftOut(
          part.hidden.map(({ step }) => step),
          'steps',
          0,
        );
      else await this.block(part.shown);
    }
  }

  private async block(block: Block): Promise<void> {
    const { step, children } = block;
    const row = await stepRow(this.telling, step, null);
    const costs = children.map(costOf).reduce(sumOfCosts, row.cost ?? noCost);
    this.timeline.print({ ...row, cost: costs });
    if (step.kind === 'prompt' || step.kind === 'function') for (const attempt of step.attempts) this.acts(attempt, 1);
    await this.iterations(step, 1);
    await this.inner(step);
    for (const part of this.part(children, room.children, (child) => !isWell(child))) {
      if ('hidden' in part) this.leftOut(part.hidden, step.kind === 'foreach' ? 'items' : 'children', 1);
      else {
        this.timeline.print(await stepRow(this.telling, part.shown, block));
        await this.iterations(part.shown, 2);
      }
    }
  }

  private async iterations(step: StepSummary, depth: number): Promise<void> {
    if (step.kind !== 'loop') return;
    const underway = underwayOf(this.telling.summary, step, this.telling.life);
    const isNotable = ({ verdict }: AttemptSummary) => verdict === 'kept';
    for (const part of this.part(step.attempts, room.iterations, isNotable)) {
      if ('shown' in part) {
        this.timeline.print(await iterationRow(this.telling.summary.run, depth, part.shown, underway, this.telling.read));
        this.acts(part.shown, depth + 1);
        continue;
      }
      const kept = part.hidden.filter(isNotable).length;
      this.note(`… ${part.hidden.length} more iterations: ${kept} kept, ${part.hidden.length - kept} not (--all shows them)`, depth);
    }
  }

  /** What an act's code did is a command away. */
  private acts({ acts }: AttemptSummary, depth: number): void {
    for (const act of acts) this.note(`act ${act}: pawl show ${act}`, depth);
  }

  /** A run within the run, in short: its own story is a command away. */
  private async inner(step: StepSummary): Promise<void> {
    const inner = step.attempts[0]?.inner ?? null;
    if (inner === null) return;
    const read = await this.detail.inner(inner.run);
    const summary = read.ok ? read.value : null;
    if (summary === null) {
      this.note(`${inner.file}: it has no journal of its own`, 1);
      return;
    }
    const life = summary.ending !== null ? 'finished' : this.detail.life;
    this.note(`${summary.workflow} · ${stateText(summary, life)} · pawl show ${inner.run}`, 1);
    const telling = { ...this.telling, summary, life };
    for (const part of this.part(blocksOf(summary.steps), room.inner, (block) => !isWell(block.step))) {
      if ('hidden' in part)
        this.leftOut(
          part.hidden.map((block) => block.step),
          'steps',
          1,
        );
      else {
        const row = await stepRow(telling, part.shown.step, null);
        this.timeline.print({ ...row, depth: 1, cost: part.shown.children.map(costOf).reduce(sumOfCosts, row.cost ?? noCost) });
      }
    }
  }

  private part<T>(list: readonly T[], within: Room, isNotable: (each: T) => boolean): Part<T>[] {
    return elided(list, this.all ? everything : within, isNotable);
  }

  private leftOut(steps: readonly StepSummary[], what: string, depth: number): void {
    const failed = steps.filter(({ result }) => result?.ok === false).length;
    const ms = steps.reduce((sum, { attempts }) => sum + attempts.reduce((inner, attempt) => inner + attempt.durationMs, 0), 0);
    const words = `… ${steps.length.toLocaleString('en')} more ${what}${failed > 0 ? `, ${failed} of them failed` : ', all well'}`;
    this.note(`${words}, ${durationText(ms)} (--all shows them)`, depth);
  }

  private note(text: string, depth: number): void {
    this.terminal.out(this.terminal.style('dim', `${' '.repeat(10 + 2 * depth)}${text}`));
  }
}

const shownRemarks = 12;

/** What people said to it and were told, the last of it where it is much. */
function printRemarks(terminal: Terminal, remarks: readonly RunRemark[], all: boolean): void {
  if (remarks.length > 0) terminal.out('');
  const shown = all ? remarks : remarks.slice(-shownRemarks);
  if (shown.length < remarks.length) terminal.out(`  … ${remarks.length - shown.length} before these (--all shows them)`);
  for (const { atMs, text } of shown) {
    const [first = '', ...more] = clippedLines(visibleText(text), all ? 40 : 3, 500);
    terminal.out(`${terminal.style('dim', timeOfDay(atMs))}  « ${first}`);
    for (const line of more) terminal.out(`            ${line}`);
  }
}

const shownWarnings = 12;

function printWarnings(terminal: Terminal, warnings: readonly string[], all: boolean): void {
  if (warnings.length > 0) terminal.out('');
  const shown = all ? warnings : warnings.slice(0, shownWarnings);
  for (const warning of shown) terminal.out(`${terminal.style('yellow', '!')} ${clippedLines(visibleText(warning), 3, 500).join('\n  ')}`);
  if (shown.length < warnings.length) terminal.out(`  … ${warnings.length - shown.length} more warnings (--all shows them)`);
}

/** What an interrupted run was doing, and what taking it up again means. */
function cutOffText({ summary }: RunDetail): string {
  const what = [...summary.pending.values()].map(({ step, item, type }) => {
    const name = step === '' ? 'the run' : item === 0 ? step : `${step} [${item}]`;
    return `${name} (${doings[type][1]})`;
  });
  const named = [...what.slice(0, 4), ...(what.length > 4 ? [`${what.length - 4} more`] : [])].join(', ');
  return `its process is gone. Under way: ${named === '' ? 'nothing, it was between two steps' : named}. What had finished is not done again.`;
}
