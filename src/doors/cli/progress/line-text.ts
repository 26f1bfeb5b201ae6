import { durationText } from '../../../core/model/duration.ts';
import { type NanoUsd, usdOf } from '../../../core/model/money.ts';
import type { ProgressLine } from '../../../core/views/progress.ts';
import type { Style, Terminal } from '../terminal.ts';

const marks: Record<ProgressLine['mark'], readonly [string, Style]> = {
  kept: ['✓', 'green'],
  undone: ['↺', 'yellow'],
  failed: ['✗', 'red'],
  running: ['▸', 'cyan'],
  warning: ['!', 'yellow'],
  jump: ['·', 'dim'],
};

export const costText = (cost: NanoUsd | 'unpriced'): string => (cost === 'unpriced' ? 'unpriced' : `$${usdOf(cost).toFixed(2)}`);

/** One line of progress, at most `columns` wide on a terminal that a person watches. */
export function lineText(terminal: Terminal, line: ProgressLine): string {
  const [mark, style] = marks[line.mark];
  const indent = line.depth === 1 ? '  ' : '';
  if (line.mark === 'warning') return `${terminal.style(style, mark)} ${line.detail}`;
  const name = `${line.name}`.padEnd(line.depth === 1 ? 12 : 14);
  const time = line.durationMs === null ? '' : durationText(line.durationMs);
  const cost = line.cost === null ? '' : costText(line.cost);
  const numbers = [time.padStart(9), cost.padStart(8)].join(' ').trimEnd();
  const detail = line.detail.split('\n')[0] ?? '';
  const text = `${name} ${detail.padEnd(38)} ${numbers}`.trimEnd();
  const room = terminal.interactive ? terminal.columns - indent.length - text.length - 8 : 60;
  const said = line.said === '' || room < 12 ? '' : `   ${terminal.style('dim', quoted(line.said, room))}`;
  return `${indent}${terminal.style(style, mark)} ${text}${said}`;
}

const quoted = (text: string, room: number): string => `"${text.length > room ? `${text.slice(0, room - 3)}...` : text}"`;
