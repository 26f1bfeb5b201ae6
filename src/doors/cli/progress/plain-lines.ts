import { Progress } from '../../../core/views/progress.ts';
import { timeOfDay } from '../clock-text.ts';
import type { Terminal } from '../terminal.ts';
import { lineText } from './line-text.ts';
import type { Printer } from './printer.ts';

/** One line a fact, with the time of day; nothing is redrawn. For logs, pipes and CI. */
export function plainLines(terminal: Terminal): Printer {
  const progress = new Progress();
  return {
    past(history) {
      for (const stored of history) progress.lines(stored);
    },
    event(stored) {
      const time = timeOfDay(stored.atMs);
      for (const line of progress.lines(stored)) terminal.out(`${time}  ${lineText(terminal, line)}`);
    },
    activity() {},
    close() {},
  };
}
