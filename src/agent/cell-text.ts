import type { CellEnd } from '../ports/sandbox.ts';
import type { CodeCell } from './code-cell.ts';

/** As much of each part as the model is shown. */
const longest = 16_000;

/** What a cell gave, as the model reads it. */
export function cellText(cell: CodeCell['kind'], { outcome, stdout, stderr, cutBytes, absent, durationMs }: CellEnd): string {
  const parts: string[] = [];
  if (outcome.ok) parts.push(`result: ${bounded(cell === 'code' ? outcome.shown : JSON.stringify(outcome.result))}`);
  else {
    const { kind, message, line, column, stack } = outcome.failure;
    const at = cell === 'function' || line === null ? '' : ` at line ${line}${column === null ? '' : `, column ${column}`} of your code`;
    parts.push(`${kind}${at}: ${bounded(message)}`);
    const places = cell === 'code' ? stack : withoutCells(stack);
    if (places !== '') parts.push(bounded(places));
    if (kind !== 'syntax' && kind !== 'error') parts.push('The session has ended; its variables are gone.');
  }
  if (stdout !== '') parts.push(`stdout:\n${bounded(stdout)}`);
  if (stderr !== '') parts.push(`stderr:\n${bounded(stderr)}`);
  if (cutBytes > 0) parts.push(`${cutBytes} bytes of output were left out.`);
  if (absent.length > 0) parts.push(`Not there in this mode, as they cannot be copied: ${absent.join(', ')}.`);
  parts.push(`(${Math.round(durationMs)} ms)`);
  return parts.join('\n');
}

/** The cell that only calls a function is nobody's. */
const withoutCells = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => !/\bcell-\d+\.ts:/.test(line))
    .join('\n');

const bounded = (text: string): string =>
  text.length <= longest
    ? text
    : `${text.slice(0, longest / 2)}\n… ${text.length - longest} characters left out …\n${text.slice(-longest / 2)}`;
