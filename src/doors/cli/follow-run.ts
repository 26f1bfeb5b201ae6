import type { Opening, RunOptions, RunResult } from '../../app/run-options.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import { emptySummary, summarize } from '../../core/views/run-summary.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import { openingText, printEnding } from './print-ending.ts';
import { jsonLines } from './progress/json-lines.ts';
import { liveLines } from './progress/live-lines.ts';
import { plainLines } from './progress/plain-lines.ts';
import type { Printer } from './progress/printer.ts';
import type { Terminal } from './terminal.ts';

export type FollowedRun = Omit<RunOptions, 'signal' | 'observer'>;

/** Runs a workflow and shows it: the opening, what happens, how it ended and what to do next. Ctrl-C ends it cleanly. */
export async function followRun(terminal: Terminal, request: FollowedRun, json: boolean): Promise<Result<RunResult, Refusal>> {
  const { runWorkflow } = await import('../../app/run-workflow.ts');
  const interrupts = onInterrupt(terminal, json);
  let opening: Opening | null = null;
  let printer: Printer = json ? jsonLines(terminal) : plainLines(terminal);
  let summary = emptySummary;
  const warnings: string[] = [];
  const warn = (message: string) => {
    if (json) terminal.errJson({ v: 1, type: 'warning', message });
    else terminal.out(`${terminal.style('yellow', '!')} ${message}`);
  };
  let begun = false;
  const result = await runWorkflow({
    ...request,
    signal: interrupts.signal,
    observer: {
      opened(facts) {
        opening = facts;
        if (json) return;
        terminal.out(openingText(facts));
        printDiagnostics(terminal, facts.source.file, facts.source.text, facts.warnings, terminal.out);
        for (const note of facts.report.notes) terminal.out(terminal.style('dim', `  ${note}`));
        terminal.out('');
        if (terminal.interactive) printer = liveLines(terminal, facts.agent?.name ?? null, facts.workflow);
      },
      event(stored) {
        begun = true;
        printer.event(stored);
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

/** Ctrl-C once ends the run cleanly; twice ends this process at once. */
function onInterrupt(terminal: Terminal, json: boolean): { signal: AbortSignal; close(): void } {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(130);
    if (!json) terminal.err('\nending the run cleanly: the workspace goes back to the last kept state (once more: at once)');
    controller.abort(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    close() {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}
