import type { ResumeOptions } from '../../app/run/resume-run.ts';
import type { Opening, RunOptions, RunResult } from '../../app/run/run-options.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import { emptySummary } from '../../core/views/run-summary.ts';
import { summarize } from '../../core/views/summarize.ts';
import { onInterrupt } from './on-interrupt.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import { openingText, printEnding } from './print-ending.ts';
import { jsonLines } from './progress/json-lines.ts';
import { liveLines, roundsOf } from './progress/live-lines.ts';
import { plainLines } from './progress/plain-lines.ts';
import type { Printer } from './progress/printer.ts';
import type { Terminal } from './terminal.ts';

export type FollowedRun = Omit<RunOptions, 'signal' | 'observer'>;

/** Runs a workflow and shows it: the opening, what happens, how it ended and what to do next. Ctrl-C ends it cleanly. */
export async function followRun(terminal: Terminal, request: FollowedRun, json: boolean): Promise<Result<RunResult, Refusal>> {
  const { runWorkflow } = await import('../../app/run/run-workflow.ts');
  return follow(terminal, json, (watched) => runWorkflow({ ...request, ...watched }));
}

/** Takes up a run and shows it the same way. */
export async function resumeAndFollow(
  terminal: Terminal,
  request: Omit<ResumeOptions, 'signal' | 'observer'>,
  json: boolean,
): Promise<Result<RunResult, Refusal>> {
  const { resumeRun } = await import('../../app/run/resume-run.ts');
  return follow(terminal, json, (watched) => resumeRun({ ...request, ...watched }));
}

type Watched = Required<Pick<RunOptions, 'signal' | 'observer'>>;

const endingText = 'ending the run cleanly: the workspace goes back to the last kept state';

async function follow(
  terminal: Terminal,
  json: boolean,
  run: (watched: Watched) => Promise<Result<RunResult, Refusal>>,
): Promise<Result<RunResult, Refusal>> {
  let opening: Opening | null = null;
  const interrupts = onInterrupt(terminal, json, () => opening?.run ?? null, endingText);
  let printer: Printer = json ? jsonLines(terminal) : plainLines(terminal);
  let summary = emptySummary;
  const warnings: string[] = [];
  const warn = (message: string) => {
    if (json) terminal.errJson({ v: 1, type: 'warning', message });
    else terminal.out(`${terminal.style('yellow', '!')} ${message}`);
  };
  let begun = false;
  const result = await run({
    signal: interrupts.signal,
    observer: {
      opened(facts) {
        opening = facts;
        summary = facts.history.reduce(summarize, summary);
        if (json) return;
        terminal.out(openingText(facts));
        printDiagnostics(terminal, facts.source.file, facts.source.text, facts.warnings, terminal.out);
        for (const note of facts.report.notes) terminal.out(terminal.style('dim', `  ${note}`));
        terminal.out('');
        if (terminal.interactive) printer = liveLines(terminal, facts.agent?.name ?? null, roundsOf(facts.workflow));
        printer.past(facts.history);
      },
      event(stored) {
        begun = true;
        // That it was taken up again is said already, with more about it.
        if (!json && stored.event.type === 'resumed') printer.past([stored]);
        else printer.event(stored);
        if (json) return;
        summary = summarize(summary, stored);
        // Only what is still open, and what ended last, is looked at in the end: a long run's steps need not be held.
        if (summary.steps.length > 64)
          summary = { ...summary, steps: summary.steps.filter((step) => step.result === null || step.kind === 'loop').slice(-32) };
      },
      activity: (step, line) => printer.activity(step, line),
      warned(message) {
        // What is known before the first step is said before it; the rest in the end, as a line that is redrawn in place would take it away.
        if (begun) warnings.push(message);
        else warn(message);
      },
    },
  });
  printer.close();
  interrupts.close();
  for (const message of warnings) warn(message);
  if (result.ok && !json && opening !== null) printEnding(terminal, opening, summary, result.value);
  return result;
}
