import { Progress } from '../../../core/views/progress.ts';
import type { Terminal } from '../terminal.ts';
import { lineText } from './line-text.ts';
import type { Printer } from './printer.ts';

/** One line a fact, with the time of day; nothing is redrawn. For logs, pipes and CI. */
export function plainLines(terminal: Terminal): Printer {
  const progress = new Progress();
  return {
    event(stored) {
      const time = new Date(stored.atMs).toTimeString().slice(0, 8);
      for (const line of progress.lines(stored)) terminal.out(`${time}  ${lineText(terminal, line)}`);
    },
    activity() {},
    close() {},
  };
}
