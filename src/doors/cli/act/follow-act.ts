import type { ActOptions } from '../../../app/act/act-options.ts';
import type { StoredEvent } from '../../../core/events/envelope.ts';
import type { Json } from '../../../core/model/json.ts';
import { RunFailed } from '../../../core/model/run-failed.ts';
import { emptySummary, type RunSummary } from '../../../core/views/run-summary.ts';
import { summarize } from '../../../core/views/summarize.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { printRefusal } from '../print-refusal.ts';
import { jsonOf } from '../progress/json-lines.ts';
import type { Terminal } from '../terminal.ts';
import { ActPrinter } from './act-printer.ts';
import { actHeading } from './print-act.ts';

/** Runs an act and shows it as it goes: 0 done, 1 failed, 4 waiting for a person, 130 cancelled. Ctrl-C ends it cleanly. */
export async function followAct(terminal: Terminal, task: string, options: ActOptions, json: boolean): Promise<number> {
  const { act } = await import('../../../app/act/act.ts');
  return follow(terminal, json, ({ signal, onEvent }) => act(task, { ...options, signal, onEvent }));
}

interface Followed {
  result(): Promise<Json>;
  readonly events: AsyncIterable<StoredEvent>;
}

type Watched = Required<Pick<ActOptions, 'signal' | 'onEvent'>> & { readonly onHistory: (history: readonly StoredEvent[]) => void };

export async function follow(terminal: Terminal, json: boolean, begin: (watched: Watched) => Followed): Promise<number> {
  let summary: RunSummary = emptySummary;
  let held: StoredEvent[] | null = [];
  const interrupts = onInterrupt(
    terminal,
    json,
    () => (summary.run === '' ? null : summary.run),
    () => (summary.ending === null ? 'ending the act: what it did so far stays' : 'ending the review: nothing is stored'),
  );
  const printer = new ActPrinter(terminal);
  const onEvent = (stored: StoredEvent): void => {
    summary = summarize(summary, stored);
    if (json) terminal.json(jsonOf(stored));
    else {
      if (stored.event.type === 'act.started' && summary.act !== null) {
        terminal.out(actHeading(stored.run, summary.act.settings, summary));
        terminal.out('');
      }
      // How it ended is said first.
      if (isStoring(stored.event) && held !== null) held.push(stored);
      else printer.event(stored);
    }
  };
  const onHistory = (history: readonly StoredEvent[]): void => {
    summary = history.reduce(summarize, summary);
    for (const stored of history) printer.past(stored);
    if (!json && summary.act !== null) terminal.out(`${actHeading(summary.run, summary.act.settings, summary)}\n`);
  };
  const handle = begin({ signal: interrupts.signal, onEvent, onHistory });
  try {
    await handle.result();
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    // What was never begun has no journal to look at.
    if (summary.act === null) {
      interrupts.close();
      return printRefusal(terminal, refusalIn(error), json);
    }
  }
  const exitCode = exitCodeOf(summary);
  if (!json) await printEnd(terminal, summary.run);
  for (const stored of held) printer.event(stored);
  held = null;
  await untilReviewed(terminal, handle, summary.run, exitCode);
  interrupts.close();
  return exitCode;
}

/** What comes behind the result has a line of its own: it never looks as if the task itself went on. */
const isStoring = (event: StoredEvent['event']): boolean => event.type === 'phase.entered' && event.phase === 'review';

/** So long a command waits for what is done behind its act; then that is left for a later one. */
const reviewWaitMs = 5 * 60_000;

async function untilReviewed(terminal: Terminal, { events }: Followed, run: string, exitCode: number): Promise<void> {
  const leave = setTimeout(() => {
    terminal.err(`what act ${run} did is looked through by a later command`);
    process.exit(exitCode);
  }, reviewWaitMs);
  for await (const _ of events);
  clearTimeout(leave);
}

const refusalIn = ({ refusal, failure }: RunFailed) => refusal ?? ({ code: 'store/unavailable', message: failure.message } as const);

async function printEnd(terminal: Terminal, run: string): Promise<void> {
  const { withRun } = await import('../../../app/history/run-history.ts');
  const { printActEnd } = await import('./print-act.ts');
  const printed = await withRun(terminal.cwd, run, ({ summary, life, text }) => printActEnd(terminal, summary, life, text));
  if (!printed.ok) printRefusal(terminal, printed.failure, false);
}

const exitCodeOf = ({ ending }: RunSummary): number => {
  if (ending === null) return 4;
  return ending.status === 'succeeded' ? 0 : ending.status === 'cancelled' ? 130 : 1;
};
