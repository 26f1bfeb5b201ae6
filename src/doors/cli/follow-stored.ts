import type { RunLife } from '../../app/history/run-history.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { printRun, printStanding, printStory } from './print-run.ts';
import { jsonLines, jsonOf } from './progress/json-lines.ts';
import { liveLines, roundsOf } from './progress/live-lines.ts';
import { plainLines } from './progress/plain-lines.ts';
import type { Printer } from './progress/printer.ts';
import { headerLines } from './story/header.ts';
import type { Terminal } from './terminal.ts';

/** What there is of the run when somebody begins to follow it. */
interface Begun {
  readonly run: string;
  readonly life: RunLife;
  readonly nextSeq: number;
  readonly printer: Printer;
}

/**
 * Shows a run that another process drives: its story so far, then what happens as it happens, then what to do next. Ends with the run,
 * or when that waits for a person or is cut off; Ctrl-C ends only the showing.
 */
export async function followStored(terminal: Terminal, run: string, json: boolean): Promise<Result<number, Refusal>> {
  const { withRun } = await import('../../app/history/run-history.ts');
  const { watchRun } = await import('../../app/history/watch-run.ts');
  const begun = await withRun(terminal.cwd, run, async (detail): Promise<Begun> => {
    const { summary, life, events } = detail;
    if (json) for (const stored of events) terminal.json(jsonOf(stored));
    else if (life === 'running') await printStory(terminal, detail);
    else await printRun(terminal, detail);
    let printer: Printer = json ? jsonLines(terminal) : plainLines(terminal);
    if (life === 'running' && !json) {
      terminal.out('');
      if (terminal.interactive) printer = liveLines(terminal, summary.settings?.runner ?? null, roundsOf(await detail.workflow()));
    }
    printer.past(events);
    return { run: summary.run, life, nextSeq: events.length, printer };
  });
  if (!begun.ok) return begun;
  const { life, nextSeq, printer } = begun.value;
  if (life !== 'running') {
    printer.close();
    return ok(0);
  }
  const leave = () => {
    printer.close();
    if (!json) terminal.err(`the run goes on: pawl show ${begun.value.run}`);
    process.exit(130);
  };
  process.once('SIGINT', leave);
  const watched = await watchRun(terminal.cwd, begun.value.run, nextSeq, (events) => {
    for (const stored of events) printer.event(stored);
  });
  process.off('SIGINT', leave);
  printer.close();
  if (!watched.ok) return watched;
  return json ? ok(0) : printEnd(terminal, begun.value.run);
}

/** How it stands now, without the story that has just been shown. */
async function printEnd(terminal: Terminal, run: string): Promise<Result<number, Refusal>> {
  const { withRun } = await import('../../app/history/run-history.ts');
  return withRun(terminal.cwd, run, async (detail) => {
    const { summary, life } = detail;
    terminal.out(`\n${headerLines(summary, life, terminal.columns)[0]}`);
    printStanding(terminal, detail);
    return 0;
  });
}
