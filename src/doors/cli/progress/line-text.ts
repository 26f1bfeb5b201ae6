import { durationText } from '../../../core/model/duration.ts';
import type { ProgressLine } from '../../../core/views/progress-line.ts';
import { goesOnText } from '../clock-text.ts';
import { costText } from '../money-text.ts';
import type { Style, Terminal } from '../terminal.ts';
import { clipped, visibleText } from '../visible-text.ts';

const marks: Record<ProgressLine['mark'], readonly [string, Style]> = {
  kept: ['✓', 'green'],
  undone: ['↺', 'yellow'],
  failed: ['✗', 'red'],
  running: ['▸', 'cyan'],
  warning: ['!', 'yellow'],
  jump: ['·', 'dim'],
  waiting: ['…', 'yellow'],
  asks: ['?', 'yellow'],
  again: ['↻', 'yellow'],
  hears: ['«', 'bold'],
  says: ['»', 'cyan'],
};

/** One line of progress, at most `columns` wide on a terminal that a person watches. */
export function lineText(terminal: Terminal, line: ProgressLine): string {
  const [mark, style] = marks[line.mark];
  const indent = '  '.repeat(line.depth);
  if (line.name === '') return `${terminal.style(style, mark)} ${visibleText(line.detail)}`;
  const name = line.name.padEnd(14 - indent.length);
  const time = line.durationMs === null ? '' : durationText(line.durationMs);
  const cost = line.cost === null ? '' : costText(line.cost);
  const numbers = [time.padStart(9), cost.padStart(8)].join(' ').trimEnd();
  const text = `${name} ${detailText(line).padEnd(38)} ${numbers}`.trimEnd();
  const room = terminal.interactive ? terminal.columns - indent.length - text.length - 8 : 60;
  const said = line.said === '' || room < 12 ? '' : `   ${terminal.style('dim', `"${clipped(visibleText(line.said), room)}"`)}`;
  return `${indent}${terminal.style(style, mark)} ${text}${said}`;
}

function detailText({ detail, wait }: ProgressLine): string {
  const first = visibleText(detail.trim().split('\n')[0] ?? '');
  return wait === null ? first : `${first}; ${goesOnText(wait)}`;
}
