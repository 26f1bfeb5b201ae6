import type { Opening } from '../../../app/run/run-options.ts';
import { Progress } from '../../../core/views/progress.ts';
import { costText } from '../money-text.ts';
import type { Terminal } from '../terminal.ts';
import { visibleText } from '../visible-text.ts';
import { lineText } from './line-text.ts';
import type { Printer } from './printer.ts';
import { type Known, onOneLine, underwayText } from './underway-text.ts';

const redrawMs = 250;
const clearLine = '\r\u001b[2K';

/** What has ended stays, one line each; the last line says what is under way and is redrawn in place. */
export function liveLines(terminal: Terminal, agent: string | null, rounds: Known['rounds']): Printer {
  const progress = new Progress();
  const doing = new Map<string, string>();
  const draw = () => terminal.raw(clearLine + status());
  const timer = setInterval(draw, redrawMs);
  timer.unref();

  function status(): string {
    const open = progress.underway();
    const nowMs = Date.now();
    // An agent is known by its step alone: of several items of one nobody could tell which it is.
    const isAlone = (step: string) => open.filter((each) => each.step === step).length === 1;
    const activity = (step: string) => (isAlone(step) ? (doing.get(step) ?? null) : null);
    const paused = progress.pausedBy();
    const parts = open.map((each) => underwayText(each, { agent, rounds, activity }, nowMs));
    if (paused !== null) parts.unshift(`… paused by ${visibleText(paused)}`);
    const spent = costText(progress.cost());
    return onOneLine(parts, spent === '' ? '' : `   ${spent}`, terminal.columns);
  }

  return {
    past(history) {
      for (const stored of history) progress.lines(stored);
    },
    event(stored) {
      const { event } = stored;
      if (event.type === 'prompt.requested' || event.type === 'workflow.requested' || event.type === 'function.requested')
        doing.delete(event.step);
      const lines = progress.lines(stored);
      if (lines.length > 0) terminal.raw(`${clearLine}${lines.map((line) => `${lineText(terminal, line)}\n`).join('')}`);
      draw();
    },
    activity(step, line) {
      doing.set(step, visibleText(line.replace(/\s+/g, ' ')));
      draw();
    },
    close() {
      clearInterval(timer);
      terminal.raw(clearLine);
    },
  };
}

/** How many iterations each loop of a workflow has at most; 0 where that is not known. */
export function roundsOf(workflow: Opening['workflow'] | null): Known['rounds'] {
  const rounds = new Map(workflow?.steps.map((step) => [step.id, step.kind === 'prompt' ? (step.loop?.max ?? 0) : 0]));
  return (step) => rounds.get(step) ?? 0;
}
