import { durationText } from '../../../core/model/duration.ts';
import type { Cost } from '../../../core/views/cost.ts';
import { dayText, timeOfDay } from '../clock-text.ts';
import { costText } from '../money-text.ts';
import type { Style, Terminal } from '../terminal.ts';
import { clipped, visibleText } from '../visible-text.ts';
import { wrapped } from '../wrapped.ts';

/** One line of a run's timeline, and what stands below it. */
export interface Row {
  /** Milliseconds since 1970; null for a line that stands for many. */
  readonly atMs: number | null;
  readonly depth: number;
  readonly mark: Mark;
  readonly name: string;
  readonly detail: string;
  readonly durationMs: number | null;
  readonly cost: Cost | null;
  /** The last line that it printed; '' where that is not worth a look. */
  readonly said: string;
  readonly below: readonly Below[];
}

export type Mark = 'done' | 'short' | 'undone' | 'failed' | 'running' | 'asks' | 'note';

/** `output`: what a program printed, set apart by a bar; `note`: our own words. */
export interface Below {
  readonly kind: 'output' | 'note';
  readonly text: string;
}

const marks: Record<Mark, readonly [string, Style]> = {
  done: ['✓', 'green'],
  short: ['!', 'yellow'],
  undone: ['↺', 'yellow'],
  failed: ['✗', 'red'],
  running: ['▸', 'cyan'],
  asks: ['?', 'yellow'],
  note: ['·', 'dim'],
};

const timeWidth = 10;
const nameWidth = 14;
/** "gate exit code 1, put back 12 files", with numbers behind it, fills a line of 80 columns. */
const detailWidth = 36;

/** Prints rows with the time of day, and the day where it is another one than that of the row before. */
export class Timeline {
  private readonly terminal: Terminal;
  private day: string;

  constructor(terminal: Terminal, startedAtMs: number) {
    this.terminal = terminal;
    this.day = dayText(startedAtMs);
  }

  print(row: Row): void {
    const { terminal } = this;
    if (row.atMs !== null && dayText(row.atMs) !== this.day) {
      this.day = dayText(row.atMs);
      terminal.out(terminal.style('dim', this.day));
    }
    const [mark, style] = marks[row.mark];
    const time = (row.atMs === null ? '' : timeOfDay(row.atMs)).padEnd(timeWidth);
    const indent = '  '.repeat(row.depth);
    const [text = '', ...more] = this.textOf(row, timeWidth + indent.length + 2);
    terminal.out(`${terminal.style('dim', time)}${indent}${terminal.style(style, mark)} ${text}`);
    for (const line of more) terminal.out(`${' '.repeat(timeWidth + indent.length + 2)}${line}`);
    const margin = ' '.repeat(timeWidth + indent.length + 4);
    for (const { kind, text: below } of row.below) {
      const bar = kind === 'output' ? '│ ' : '';
      const line = visibleText(below);
      // Commands to copy are never cut.
      const shown = kind === 'note' ? line : clipped(line, Math.max(40, terminal.columns - margin.length - bar.length));
      terminal.out(terminal.style('dim', `${margin}${bar}${shown}`.trimEnd()));
    }
  }

  /** Its first line, and where the detail is too long for that further ones below it. */
  private textOf({ depth, name, detail, durationMs, cost, said }: Row, margin: number): string[] {
    const { columns } = this.terminal;
    const numbers = [durationMs === null ? '' : durationText(durationMs).padStart(8), cost === null ? '' : costText(cost).padStart(7)].join(
      ' ',
    );
    const start = `${visibleText(name).padEnd(nameWidth - 2 * depth)} `;
    // With numbers behind it a detail is never wider than the column, so that they stand below one another.
    const room = numbers.trim() === '' ? columns - margin - start.length : detailWidth;
    const [words = '', ...more] = wrapped(visibleText(detail.trim()), Math.max(detailWidth, room));
    const text = `${start}${words.padEnd(detailWidth)} ${numbers}`.trimEnd();
    const left = columns - margin - text.length - 5;
    const quoted = said === '' || left < 12 ? '' : `   ${this.terminal.style('dim', `"${clipped(visibleText(said), left)}"`)}`;
    return [`${text}${quoted}`, ...more.map((line) => `${' '.repeat(start.length)}${line}`)];
  }
}
