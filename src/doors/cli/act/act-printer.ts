import type { StoredEvent } from '../../../core/events/envelope.ts';
import { isActRunEvent } from '../../../core/events/run-event.ts';
import { type ActLine, ActLines } from '../../../core/views/act-lines.ts';
import type { Style, Terminal } from '../terminal.ts';
import { clipped, visibleText } from '../visible-text.ts';

const marks: Readonly<Record<ActLine['mark'], readonly [string, Style | null]>> = {
  turn: ['●', 'cyan'],
  code: ['▸', null],
  effect: ['·', 'dim'],
  write: ['✎', 'yellow'],
  result: ['=', 'green'],
  failed: ['✗', 'red'],
  says: ['»', 'cyan'],
  hears: ['«', 'bold'],
  asks: ['?', 'yellow'],
  waits: ['…', 'dim'],
  warning: ['!', 'yellow'],
  phase: ['■', 'cyan'],
};

/** Prints what an act does, a line for each thing. */
export class ActPrinter {
  private readonly terminal: Terminal;
  private readonly lines = new ActLines();

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  event({ event }: StoredEvent): void {
    if (isActRunEvent(event)) for (const line of this.lines.of(event)) this.print(line);
  }

  /** What happened before: known, and not shown again. */
  past({ event }: StoredEvent): void {
    if (isActRunEvent(event)) this.lines.of(event);
  }

  private print({ mark, depth, text, aside }: ActLine): void {
    const { terminal } = this;
    const [sign, style] = marks[mark];
    const start = `${'  '.repeat(depth + 1)}`;
    const room = Math.max(30, terminal.columns - start.length - 2 - (aside === '' ? 0 : aside.length + 3));
    // What a person must know is said whole.
    const shown = mark === 'warning' ? visibleText(text) : clipped(visibleText(text), room);
    const tail = aside === '' ? '' : `  ${terminal.style('dim', aside)}`;
    terminal.out(`${start}${style === null ? sign : terminal.style(style, sign)} ${shown}${tail}`);
  }
}
