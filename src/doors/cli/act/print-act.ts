import type { RunDetail, RunLife } from '../../../app/history/run-history.ts';
import type { StorageEnd } from '../../../core/events/act-event.ts';
import type { StoredEvent } from '../../../core/events/envelope.ts';
import { durationText } from '../../../core/model/duration.ts';
import { outermostRun } from '../../../core/model/names.ts';
import type { ActSummary } from '../../../core/views/act-summary.ts';
import type { RunSummary } from '../../../core/views/run-summary.ts';
import { errorLines } from '../clipped-lines.ts';
import { moneyText } from '../money-text.ts';
import type { Terminal } from '../terminal.ts';
import { clipped, visibleText } from '../visible-text.ts';
import { ActPrinter } from './act-printer.ts';

/** The first line of an act: what it is, where, who answers. */
export function actHeading(run: string, { modelLabel }: ActSummary['settings'], { workspace }: Pick<RunSummary, 'workspace'>): string {
  const place = workspace?.kind === 'git' ? `on ${workspace.branch ?? 'a detached HEAD'}` : 'no git repository: nothing can be put back';
  return ['act', `run ${run}`, place, `model ${modelLabel}`].join(' · ');
}

/** The story of an act, and how it stands. */
export async function printAct(terminal: Terminal, { summary, life, events, text, inner }: RunDetail): Promise<void> {
  const act = summary.act as ActSummary;
  terminal.out(terminal.style('bold', actHeading(summary.run, act.settings, summary)));
  const request = await text(summary.input);
  terminal.out(`  ${clipped(visibleText(request.ok ? request.value : request.failure.message), Math.max(40, terminal.columns - 2))}`);
  terminal.out('');
  const printer = new ActPrinter(terminal);
  for (const stored of events) if (!isToldBelow(stored)) printer.event(stored);
  for (const { event } of events) {
    if (event.type !== 'effect.requested' || event.primitive !== 'act' || event.withheld !== null) continue;
    const within = `${summary.run}.${event.op}`;
    if ((await inner(within)).ok) terminal.out(`    within  pawl show ${within}`);
  }
  await printActEnd(terminal, summary, life, text, () => printStorage(terminal, act));
}

/** What is stored behind the end of an act stands there, as a child of it. */
const isToldBelow = ({ event }: StoredEvent): boolean =>
  event.type === 'review.ended' || event.type === 'storage.ended' || (event.type === 'phase.entered' && event.phase === 'review');

function printStorage(terminal: Terminal, { storage }: ActSummary): void {
  const begun = storage.flatMap(({ run, label, end }) => (run === null ? [] : [`  ■ ${storageText(label, end)}  pawl show ${run}`]));
  for (const line of begun) terminal.out(line);
  if (begun.length > 0) terminal.out('');
}

/** A librarian's work as a child of the act, under its label, with what came of it. */
function storageText(label: string, end: StorageEnd | null): string {
  if (end === null) return `${label}: to be done`;
  return `${label}: ${end.outcome === 'stored' ? visibleText(end.changes.join(', ')) : storageWords[end.outcome]}`;
}

const storageWords: Readonly<Record<Exclude<StorageEnd['outcome'], 'stored'>, string>> = {
  nothing: 'nothing was worth keeping',
  skipped: 'skipped',
  stopped: 'stopped',
  failed: 'failed, nothing was stored',
};

/** How an act ended or stands, with its answer, and what to do next; `behind` prints what came behind it. */
export async function printActEnd(
  terminal: Terminal,
  summary: RunSummary,
  life: RunLife,
  text: RunDetail['text'],
  behind: () => void = () => {},
): Promise<void> {
  const { run, ending, lastAtMs, startedAtMs, cost, taken } = summary;
  const act = summary.act as ActSummary;
  terminal.out('');
  if (ending === null) {
    behind();
    printStanding(terminal, run, life, act);
    return;
  }
  const isWell = ending.status === 'succeeded';
  const outcome = act.ending?.outcome === 'completed' ? 'finished' : (act.ending?.outcome ?? ending.outcome);
  const facts = [
    `${isWell ? terminal.style('green', '✓') : terminal.style('red', '✗')} act ${outcome}`,
    countText(act.totals?.turns ?? 0, 'turn'),
    countText(act.totals?.effects ?? 0, 'call of ctx', 'calls of ctx'),
    durationText(Math.max(0, lastAtMs - startedAtMs)),
    ...(cost.calls > 0 ? [moneyText(cost, act.settings.model)] : []),
    ...(taken === null ? [] : [taken]),
  ];
  terminal.out(facts.join(' · '));
  if (ending.error !== null) for (const line of errorLines(visibleText(ending.error))) terminal.out(`  ${line}`);
  const answer = act.ending?.result ?? null;
  if (answer !== null) {
    const read = await text(answer);
    terminal.out('');
    terminal.out(read.ok ? visibleText(read.value) : read.failure.message);
  }
  terminal.out('');
  behind();
  terminal.out(`  look   pawl show ${run}`);
  terminal.out(`  again  pawl replay ${run}      its code once more, every call answered from the journal`);
  if (summary.start !== null && taken === null) terminal.out(`  drop   pawl undo ${run}      everything in this folder as it was before`);
}

function printStanding(terminal: Terminal, run: string, life: RunLife, { clarifications, held, paused }: ActSummary): void {
  const outermost = outermostRun(run);
  for (const { question, within } of clarifications) {
    const asks = within === undefined ? '' : `act ${within} asks: `;
    terminal.out(`${terminal.style('yellow', '?')} ${asks}${visibleText(question)}`);
  }
  if (clarifications.length > 0) terminal.out(`  answer pawl say ${run} "…"`);
  if (life === 'running') {
    terminal.out(`  tell   pawl say ${run} "…"`);
    terminal.out(`  ask    pawl ask ${run} "how far are you?"`);
    terminal.out(paused ? `  go on  pawl resume ${run}` : `  pause  pawl pause ${run}`);
    terminal.out(`  end    pawl cancel ${run}`);
  }
  if (life === 'waiting') {
    const [asked] = held;
    if (asked !== undefined) terminal.out(`${terminal.style('yellow', '?')} ${visibleText(asked.question)}`);
    terminal.out(`  yes    pawl approve ${outermost}`);
    terminal.out(`  no     pawl approve ${outermost} --reject --say "why"`);
  }
  if (life === 'interrupted')
    terminal.out(`  go on  pawl resume ${outermost}      its process is gone; what it has done is not done again`);
}

const countText = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
